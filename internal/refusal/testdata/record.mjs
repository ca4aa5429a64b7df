// Records what validators of Node write about wrong values, as bodies of responses:
//   npm i ajv@8 ajv6@npm:ajv@6 ajv-formats zod3@npm:zod@3 zod4@npm:zod@4 joi yup valibot express-validator class-validator fastify @trpc/server
//   node record.mjs > node.json
import { createRequire } from 'node:module'
const require = createRequire(process.cwd() + '/')
const version = (name) => require(`./node_modules/${name}/package.json`).version
const out = []
const put = (writer, name, body) => out.push({ name: `${writer}/${name}`, writer: `${writer} ${version(writer)}`, body: typeof body === 'string' ? body : JSON.stringify(body) })

const wrong = { title: 'x', priority: 'urgentt', due: 'tomorrow', estimate: -3, labels: ['a', 'a', 'b', 'c'], owner: { email: 'nope' }, items: [{ qty: 0 }], flag: 'maybe', colour: 'red' }
const schema = {
  type: 'object', required: ['title', 'project'], additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 3, maxLength: 5 }, project: { type: 'string' }, priority: { enum: ['low', 'high'] }, due: { type: 'string', format: 'date' },
    estimate: { type: 'integer', minimum: 0, exclusiveMaximum: 100, multipleOf: 5 }, labels: { type: 'array', maxItems: 3, minItems: 1, uniqueItems: true, items: { type: 'string' } },
    owner: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
    items: { type: 'array', items: { type: 'object', properties: { qty: { type: 'integer', minimum: 1 }, sku: { type: 'string', pattern: '^[A-Z]+$' } } } },
    flag: { type: 'boolean' }, kind: { const: 'task' }, meta: { type: 'object', minProperties: 1, maxProperties: 2, propertyNames: { pattern: '^[a-z]+$' }, dependentRequired: { a: ['b'] } }, not: { not: { type: 'string' } }, one: { oneOf: [{ type: 'string' }, { minLength: 2 }] }, has: { type: 'array', contains: { type: 'number' } },
  },
}
const more = { title: 'toolong', project: 'p', kind: 'x', estimate: 100, labels: [], meta: { A: 1, b: 2, c: 3, a: 1 }, owner: {}, items: [{ sku: 'a' }], not: 'x', one: 'ab', has: ['a'] }
for (const name of ['ajv', 'ajv6']) {
  const Ajv = require(name).default ?? require(name)
  const s = structuredClone(schema)
  if (name === 'ajv6') { delete s.properties.meta.dependentRequired; s.properties.meta.dependencies = { a: ['b'] } }
  const ajv = new Ajv({ allErrors: true, strict: false })
  if (name === 'ajv') require('ajv-formats').default(ajv)
  const check = ajv.compile(s)
  for (const [k, v] of Object.entries({ wrong, more, type: { title: 5, project: 'p', estimate: 'x', labels: 'y', owner: 3, meta: {} } })) {
    check(v)
    put(name, k, { errors: check.errors })
    if (k === 'wrong') { put(name, 'list', check.errors); put(name, 'text', { error: ajv.errorsText(check.errors) }) }
  }
}
for (const name of ['zod3', 'zod4']) {
  const { z } = require(name)
  const t = z.object({
    title: z.string().min(3).max(5), project: z.string(), priority: z.enum(['low', 'high']), due: z.string().date(), estimate: z.number().int().min(0).lt(100).multipleOf(5), labels: z.array(z.string()).min(1).max(3),
    owner: z.object({ email: z.string().email() }), items: z.array(z.object({ qty: z.number().min(1), sku: z.string().regex(/^[A-Z]+$/).optional() })), flag: z.boolean(), kind: z.literal('task').optional(), when: z.date().max(new Date(0)).optional(), big: z.bigint().optional(), tags: z.set(z.string()).min(1).optional(), exact: z.string().length(4).optional(), url: z.string().url().optional(), u: z.union([z.string(), z.number()]).optional(), start: z.string().startsWith('a').optional(),
  }).strict()
  for (const [k, v] of Object.entries({ wrong, more: { ...more, title: 'toolong', when: new Date(), tags: new Set(), exact: 'abc', url: 'x', u: true, start: 'b' } })) {
    const e = t.safeParse(v).error
    put(name, k, { issues: e.issues }); 
    if (k === 'wrong') {
      put(name, 'safeParse', { success: false, error: { name: 'ZodError', issues: e.issues } }); put(name, 'message', { error: e.message }); put(name, 'flatten', { errors: e.flatten() }); put(name, 'format', { error: e.format() }); put(name, 'fieldErrors', e.flatten())
      if (z.treeifyError) { put(name, 'treeify', { error: z.treeifyError(e) }); put(name, 'prettify', { error: z.prettifyError(e) }) }
    }
  }
}
{
  const Joi = require('joi')
  const s = Joi.object({ title: Joi.string().min(3).max(5).required(), project: Joi.string().required(), priority: Joi.string().valid('low', 'high'), due: Joi.date().iso(), estimate: Joi.number().integer().min(0).less(100).multiple(5), labels: Joi.array().items(Joi.string()).max(3).min(1).unique(), owner: Joi.object({ email: Joi.string().email().required() }), items: Joi.array().items(Joi.object({ qty: Joi.number().min(1), sku: Joi.string().pattern(/^[A-Z]+$/) })), flag: Joi.boolean(), kind: Joi.valid('task'), meta: Joi.object().max(2), uid: Joi.string().guid(), len: Joi.string().length(4), empty: Joi.string(), a: Joi.any(), b: Joi.any() }).with('a', 'b')
  for (const [k, v] of Object.entries({ wrong, more: { ...more, not: undefined, one: undefined, has: undefined, uid: 'x', len: 'abc', empty: '', a: 1 } })) {
    const e = s.validate(v, { abortEarly: false }).error
    put('joi', k, { details: e.details }); put('joi', k + ' message', { message: e.message }); put('joi', k + ' hapi', { statusCode: 400, error: 'Bad Request', message: e.message, validation: { source: 'payload', keys: e.details.map((d) => d.path.join('.')) } })
    put('joi', k + ' celebrate', { statusCode: 400, error: 'Bad Request', message: 'Validation failed', validation: { body: { source: 'body', keys: e.details.map((d) => d.path.join('.')), message: e.message } } })
  }
}
{
  const yup = require('yup')
  const s = yup.object({ title: yup.string().min(3).max(5).required(), project: yup.string().required(), priority: yup.string().oneOf(['low', 'high']), due: yup.date(), estimate: yup.number().integer().min(0).lessThan(100), labels: yup.array().of(yup.string()).max(3).min(1), owner: yup.object({ email: yup.string().email().required() }), items: yup.array().of(yup.object({ qty: yup.number().min(1), sku: yup.string().matches(/^[A-Z]+$/) })), flag: yup.boolean() }).noUnknown().strict()
  for (const [k, v] of Object.entries({ wrong, more })) {
    try { s.validateSync(v, { abortEarly: false }) } catch (e) { put('yup', k, { name: e.name, inner: e.inner.map(({ path, type, message, params, errors }) => ({ path, type, message, errors, params: { ...params, spec: undefined } })) }); put('yup', k + ' errors', { errors: e.errors }) }
  }
}
{
  const v = require('valibot')
  const s = v.strictObject({ title: v.pipe(v.string(), v.minLength(3), v.maxLength(5)), project: v.string(), priority: v.picklist(['low', 'high']), due: v.pipe(v.string(), v.isoDate()), estimate: v.pipe(v.number(), v.minValue(0), v.maxValue(50), v.multipleOf(5)), labels: v.pipe(v.array(v.string()), v.maxLength(3), v.minLength(1)), owner: v.object({ email: v.pipe(v.string(), v.email()) }), items: v.array(v.object({ qty: v.optional(v.pipe(v.number(), v.minValue(1))) })), flag: v.boolean() })
  for (const [k, x] of Object.entries({ wrong, more })) {
    const issues = v.safeParse(s, x).issues
    put('valibot', k, { issues }); if (k === 'wrong') put('valibot', 'flatten', { errors: v.flatten(issues) })
  }
}
{
  const { body, validationResult } = require('express-validator')
  const req = { body: wrong }
  const chains = [body('title').isLength({ min: 3 }), body('project').notEmpty(), body('owner.email').isEmail().withMessage('must be a valid email'), body('estimate').isInt({ min: 0 }).withMessage('must be an integer of at least 0'), body('priority').isIn(['low', 'high'])]
  await Promise.all(chains.map((c) => c.run(req)))
  put('express-validator', 'array', { errors: validationResult(req).array() }); put('express-validator', 'mapped', { errors: validationResult(req).mapped() })
}
{
  const cv = require('class-validator')
  const dto = class {}
  const add = (name, ...decorators) => decorators.forEach((d) => d(dto.prototype, name))
  add('title', cv.MinLength(3)); add('project', cv.IsString(), cv.IsNotEmpty()); add('priority', cv.IsEnum({ Low: 'low', High: 'high' })); add('due', cv.IsDateString()); add('estimate', cv.Min(0), cv.Max(100)); add('labels', cv.ArrayMaxSize(3), cv.ArrayUnique(), cv.IsInt({ each: true })); add('flag', cv.IsBoolean()); add('email', cv.IsEmail()); add('url', cv.IsUrl()); add('id', cv.IsUUID()); add('count', cv.IsPositive(), cv.IsDivisibleBy(5)); add('name', cv.Length(3, 10)); add('code', cv.Matches(/^[A-Z]+$/)); add('kind', cv.IsIn(['task'])); add('not', cv.NotEquals('x')); add('on', cv.IsDefined())
  const e = await cv.validate(Object.assign(new dto(), wrong, { items: undefined, owner: undefined, email: 'x', url: 'x', id: 'x', count: -1, name: 'x', code: 'x', kind: 'x', not: 'x' }), { whitelist: true, forbidNonWhitelisted: true })
  put('class-validator', 'raw', e.map(({ target, ...rest }) => rest)); put('class-validator', 'nest', { message: e.flatMap((x) => Object.values(x.constraints)), error: 'Bad Request', statusCode: 400 })
}
{
  const app = require('fastify')({ ajv: { customOptions: { allErrors: true, strict: false, removeAdditional: false, coerceTypes: false } } })
  app.post('/', { schema: { body: schema } }, () => 'ok')
  put('fastify', 'wrong', (await app.inject({ method: 'POST', url: '/', payload: wrong })).body)
  const first = require('fastify')({ ajv: { customOptions: { strict: false } } })
  first.post('/', { schema: { body: schema } }, () => 'ok')
  put('fastify', 'first', (await first.inject({ method: 'POST', url: '/', payload: { ...wrong, project: 'p' } })).body); put('fastify', 'missing', (await first.inject({ method: 'POST', url: '/', payload: {} })).body)
}
{
  const { initTRPC } = require('@trpc/server')
  const { fetchRequestHandler } = require('@trpc/server/adapters/fetch')
  const { z } = require('zod4')
  const t = initTRPC.create({ errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, stack: undefined, zodError: error.cause?.flatten?.() ?? null } }) })
  const plain = initTRPC.create({ errorFormatter: ({ shape }) => ({ ...shape, data: { ...shape.data, stack: undefined } }) })
  for (const [k, b] of [['zodError', t], ['message', plain]]) {
    const router = b.router({ add: b.procedure.input(z.object({ title: z.string().min(3), project: z.string() })).mutation(() => 1) })
    const res = await fetchRequestHandler({ endpoint: '', req: new Request('http://localhost/add', { method: 'POST', body: JSON.stringify({ title: 'x' }), headers: { 'content-type': 'application/json' } }), router, createContext: () => ({}) })
    put('@trpc/server', k, await res.text())
  }
}
console.log(JSON.stringify(out, null, 1))
