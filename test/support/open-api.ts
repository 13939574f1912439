/** Checks requests and answers against the OpenAPI document of a role (`GET /openapi.json`). */
import assert from 'node:assert/strict'
import { z } from 'zod'

type Tree = { readonly [member: string]: Tree } & { readonly [member: string]: unknown }

/** A request to an API and its answer. */
interface Exchange {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Returns a copy without each `default` keyword. A reader of JSON Schema does not add a default to a value. */
const withoutDefaults = (schema: unknown): unknown =>
  JSON.parse(
    JSON.stringify(schema, (name, value) => {
      const isSchema = typeof value === 'object' && !Array.isArray(value) // of a member with the name `default`
      return name === 'default' && !isSchema ? undefined : value
    }),
  )

const schemaOf = (schema: unknown): z.ZodType =>
  z.fromJSONSchema(withoutDefaults(schema) as z.core.JSONSchema.JSONSchema)

/** Returns the references of a document that lead to nothing. They are JSON Pointers from its root (RFC 6901). */
export function brokenReferences(document: unknown): readonly string[] {
  const references = JSON.stringify(document).matchAll(/"\$ref":"(#[^"]*)"/g)
  return [...new Set([...references].map(([, reference = '']) => reference))].filter((reference) => {
    const [, ...names] = decodeURIComponent(reference).split('/')
    const target = names.reduce<unknown>((tree, name) => (tree as Tree | undefined)?.[name], document)
    return target === undefined
  })
}

function assertFits(schema: unknown, value: unknown, place: string): void {
  const { error } = schemaOf(schema).safeParse(value)
  assert.ok(error === undefined, `${place}: ${error && z.prettifyError(error)} in ${JSON.stringify(value)}`)
}

/** Returns the operations of a document as `METHOD /path/{id}`. */
export const operationsOf = (document: unknown): ReadonlyMap<string, Tree> =>
  new Map(
    Object.entries((document as { paths: Tree }).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as Tree]),
    ),
  )

const mediaOf = (holder: Tree | undefined): Tree | undefined => holder?.content?.['application/json']

/** Returns the schema of an answer with this status. An error status that is not listed has the schema of errors. */
function answerSchema(document: unknown, { responses = {} as Tree }: Tree, status: number): unknown {
  const named = responses[String(status)]
  assert.ok(named !== undefined || status >= 400, `status ${status} is not in the document`)
  return named === undefined
    ? (document as { components: Tree }).components.schemas?.Error
    : mediaOf(named as Tree)?.schema
}

/** Creates `judge`, which checks an exchange. `seen` contains the operations that have answered with success. */
export function createExchangeJudge(document: unknown) {
  const operations = operationsOf(document)
  const seen = new Set<string>()
  const judge = ({ method, path, body, status, answer }: Exchange): void => {
    const { pathname, searchParams } = new URL(path, 'https://role.example')
    const matching = [...operations].find(([name]) =>
      new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${pathname}`),
    )
    assert.ok(matching, `${method} ${pathname} is not in the document`)
    const [name, operation] = matching
    const schema = answerSchema(document, operation, status)
    if (schema === undefined) assert.equal(answer, undefined, name)
    else assertFits(schema, answer, `answer ${status} of ${name}`)
    if (status >= 400) return
    seen.add(name)
    const taken = mediaOf(operation.requestBody as Tree | undefined)?.schema
    if (taken !== undefined) assertFits(taken, body, `body of ${name}`)
    else assert.equal(body, undefined, name)
    const parameters = (operation.parameters ?? []) as readonly { name: string; in: string }[]
    for (const parameter of searchParams.keys())
      assert.ok(
        parameters.some((one) => one.in === 'query' && one.name === parameter),
        `${name}?${parameter}`,
      )
  }
  return { judge, seen, operations }
}

/** Returns a `send` that also checks each exchange below `/api/` and `/admin/`. */
export const judged =
  (send: Send, judge: (exchange: Exchange) => void): Send =>
  async (path, init = {}) => {
    const response = await send(path, init)
    if (!/^\/(?:api|admin)\//.test(path)) return response
    const text = await response.clone().text()
    judge({
      method: init.method ?? 'GET',
      path,
      body: init.body == null ? undefined : JSON.parse(String(init.body)),
      status: response.status,
      answer: text === '' ? undefined : JSON.parse(text),
    })
    return response
  }

/** Checks each example of the document against the schema beside it. Returns the number of examples. */
export function judgeExamples(document: unknown): number {
  const medias = [...operationsOf(document)].flatMap(([name, { requestBody, responses }]) =>
    [requestBody as Tree | undefined, ...Object.values((responses ?? {}) as Tree)].map(
      (holder) => [name, mediaOf(holder as Tree | undefined)] as const,
    ),
  )
  const examples = medias.filter(([, media]) => media?.example !== undefined)
  for (const [name, media] of examples) assertFits(media?.schema, media?.example, `example of ${name}`)
  return examples.length
}
