"""Records what validators of Python write about wrong values, as bodies of responses.

apt-get install python3-fastapi python3-djangorestframework python3-marshmallow python3-jsonschema
python3 record.py > python.json
"""
import json

import django
import jsonschema
import marshmallow
import pydantic
from django.conf import settings

settings.configure(USE_I18N=False, REST_FRAMEWORK={"UNAUTHENTICATED_USER": None})
django.setup()
import rest_framework  # noqa: E402
from rest_framework import serializers as s  # noqa: E402

out = []


def put(writer, name, body):
    out.append({"name": f"{writer.split()[0]}/{name}", "writer": writer, "body": json.dumps(body, default=str)})


wrong = {"title": "x", "priority": "urgentt", "due": "tomorrow", "estimate": -3, "labels": ["a", "b", "c", "d"], "owner": {"email": "nope"},
         "items": [{"qty": 1}, {"qty": 0}], "flag": "maybe", "price": "123456.789", "id": "x", "colour": "red", "ratio": "a", "at": "x"}


class Owner(s.Serializer):
    email = s.EmailField()


class Item(s.Serializer):
    qty = s.IntegerField(min_value=1)


class Task(s.Serializer):
    title = s.CharField(min_length=3, max_length=5)
    project = s.CharField()
    priority = s.ChoiceField(["low", "high"])
    due = s.DateField()
    estimate = s.IntegerField(min_value=0, max_value=100)
    labels = s.ListField(child=s.CharField(), max_length=3)
    owner = Owner()
    items = Item(many=True)
    flag = s.BooleanField()
    price = s.DecimalField(max_digits=6, decimal_places=2)
    id = s.UUIDField()
    ratio = s.FloatField()
    at = s.DateTimeField()


drf = f"djangorestframework {rest_framework.VERSION}"
for name, data in {"wrong": wrong, "empty": {}, "blank": {**wrong, "title": "", "project": None, "labels": "x", "owner": 3, "items": [], "estimate": "abc", "price": "1.2345"}}.items():
    t = Task(data=data)
    t.is_valid()
    put(drf, name, t.errors)


class M(marshmallow.Schema):
    title = marshmallow.fields.Str(validate=marshmallow.validate.Length(3, 5))
    project = marshmallow.fields.Str(required=True)
    priority = marshmallow.fields.Str(validate=marshmallow.validate.OneOf(["low", "high"]))
    due = marshmallow.fields.Date()
    estimate = marshmallow.fields.Int(validate=marshmallow.validate.Range(min=0, max=100))
    labels = marshmallow.fields.List(marshmallow.fields.Str(), validate=marshmallow.validate.Length(max=3))
    owner = marshmallow.fields.Nested(marshmallow.Schema.from_dict({"email": marshmallow.fields.Email()}))
    items = marshmallow.fields.List(marshmallow.fields.Nested(marshmallow.Schema.from_dict({"qty": marshmallow.fields.Int(validate=marshmallow.validate.Range(min=1))})))
    flag = marshmallow.fields.Bool()
    id = marshmallow.fields.UUID()


errors = M().validate({k: v for k, v in wrong.items() if k not in ("price", "ratio", "at")})
put(f"marshmallow {marshmallow.__version__}", "wrong", errors)
put(f"marshmallow {marshmallow.__version__}", "webargs", {"json": errors})


class POwner(pydantic.BaseModel):
    email: pydantic.constr(regex="@")


class PItem(pydantic.BaseModel):
    qty: pydantic.conint(ge=1)


class P(pydantic.BaseModel):
    title: pydantic.constr(min_length=3, max_length=5)
    project: str
    priority: "typing.Literal['low', 'high']"
    due: "datetime.date"
    estimate: pydantic.conint(ge=0, lt=100)
    labels: pydantic.conlist(str, max_items=3)
    owner: POwner
    items: "typing.List[PItem]"
    flag: bool
    price: pydantic.condecimal(max_digits=6)
    id: "uuid.UUID"
    ratio: float
    at: "datetime.datetime"

    class Config:
        extra = "forbid"


import datetime  # noqa: E402
import typing  # noqa: E402
import uuid  # noqa: E402

P.update_forward_refs()
try:
    P(**wrong)
except pydantic.ValidationError as e:
    put(f"pydantic {pydantic.VERSION}", "fastapi", {"detail": [{**x, "loc": ("body", *x["loc"])} for x in e.errors()]})
    put(f"pydantic {pydantic.VERSION}", "list", e.errors())
    put(f"pydantic {pydantic.VERSION}", "text", {"error": str(e)})

schema = {
    "type": "object", "required": ["project"], "additionalProperties": False,
    "properties": {"title": {"minLength": 3}, "priority": {"enum": ["low", "high"]}, "estimate": {"minimum": 0}, "labels": {"maxItems": 3}, "owner": {"properties": {"email": {"pattern": "@"}}},
                   "items": {"items": {"properties": {"qty": {"exclusiveMinimum": 0}}}}, "flag": {"type": "boolean"}},
}
for e in jsonschema.Draft202012Validator(schema).iter_errors({k: v for k, v in wrong.items() if k in schema["properties"] or k == "colour"}):
    path = ".".join(str(p) for p in e.path)
    put(f"jsonschema {jsonschema.__version__}", f"connexion {e.validator} {path}".strip(), {"type": "about:blank", "title": "Bad Request", "status": 400, "detail": e.message + (f" - '{path}'" if path else "")})
print(json.dumps(out, indent=1))
