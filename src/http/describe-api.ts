/**
 * OpenAPI 3.1 document of an API. Its schemas and failure codes come from the schemas and the rule tables that the
 * endpoints use, so that these parts cannot differ from the code.
 */
import { z } from 'zod'
import type { Json, JsonObject, Rules } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import type { Route } from './routes.ts'

/** A schema and an optional example that fits it. */
interface Described {
  readonly schema: z.ZodType
  readonly example?: unknown
}

/** Input and answers of an endpoint, for the OpenAPI document. */
export interface RouteDescription {
  /** One sentence without a final full stop. */
  readonly summary: string
  readonly query?: z.ZodObject
  /** Schema of the JSON body. */
  readonly body?: Described
  /** Answers to accepted requests, by status. An answer without a body has no schema. */
  readonly answers: Readonly<Record<number, Described | undefined>>
  /** Rule tables of the endpoint, with its failure codes and the answer to each. */
  readonly refusals: readonly Rules<string, AnswerWithHeaders>[]
}

/** Descriptions of endpoints by method and path: `POST /api/results`. */
export type RouteDescriptions = Readonly<Record<string, RouteDescription>>

/** An API to describe. */
export interface DescribedApi {
  readonly title: string
  readonly publicUrl: string
  readonly descriptions: RouteDescriptions
  /** Bearer security schemes by path prefix. All endpoints whose path begins with the prefix require the token. */
  readonly bearers: Readonly<Record<string, { readonly name: string; readonly about: string }>>
}

/** Path at which every role publishes the document. */
export const openApiPath = '/openapi.json'

/**
 * Returns the OpenAPI document of the routes. Throws a TypeError for a route without an entry `METHOD /path` in
 * `descriptions`.
 */
export function describeApi(
  { title, publicUrl, descriptions, bearers }: DescribedApi,
  routes: readonly Pick<Route, 'method' | 'path'>[],
): JsonObject {
  const paths: { [path: string]: { [method: string]: Json } } = {}
  for (const { method, path } of routes) {
    const description = descriptions[`${method} ${path}`]
    if (description === undefined) throw new TypeError(`${method} ${path} has no description`)
    const [, bearer] = Object.entries(bearers).find(([prefix]) => path.startsWith(prefix)) ?? []
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: describeOperation(method, path, description, bearer?.name),
    }
  }
  const schemes = Object.values(bearers).map(({ name, about }): [string, Json] => [
    name,
    { type: 'http', scheme: 'bearer', description: about },
  ])
  return {
    openapi: '3.1.1',
    info: { title, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    paths,
    components: { schemas: { Error: errorSchema([]) }, securitySchemes: Object.fromEntries(schemes) },
  }
}

function describeOperation(
  method: string,
  path: string,
  description: RouteDescription,
  bearer: string | undefined,
): Json {
  const { summary, query, body, answers, refusals } = description
  const parameters = [...pathParameters(path), ...queryParameters(query)]
  const accepted = Object.entries(answers).map(([status, answer]): [string, Json] => [
    status,
    answer === undefined
      ? { description: 'Done.' }
      : { description: 'Accepted.', content: { 'application/json': mediaOf(answer, 'output') } },
  ])
  return {
    // Client generators name functions after `operationId`.
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(bearer !== undefined && { security: [{ [bearer]: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': mediaOf(body, 'input') } } }),
    responses: { ...Object.fromEntries(accepted), ...refusedAnswers(refusals), default: anyError },
  }
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }))

function queryParameters(query: z.ZodObject | undefined): Json[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: JsonObject
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name) },
    schema,
  }))
}

const mediaOf = ({ schema, example }: Described, io: 'input' | 'output'): JsonObject => ({
  schema: schemaOf(schema, io),
  ...(example !== undefined && { example: example as Json }),
})

/** Returns the JSON Schema of a body without `$schema`, because OpenAPI 3.1 already states the dialect. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonObject
}

/**
 * Answer with a status that the operation does not list: a refusal before the endpoint runs, a fault of the service,
 * overload or an outage.
 */
const anyError: Json = {
  description:
    'Refused before the endpoint runs (400, 403, 404, 405, 408, 413, 415, 429), fault of the service (500), or overload or outage (503).',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** Returns the refusals by status: the values of `error`, and the failure codes that cause them. */
function refusedAnswers(tables: readonly Rules<string, AnswerWithHeaders>[]): JsonObject {
  const rows = tables.flatMap((table) => Object.entries(table)).map(([code, [, answer]]) => ({ code, answer }))
  const byStatus = Map.groupBy(rows, ({ answer }) => answer.status)
  const statuses = [...byStatus].toSorted(([one], [other]) => one - other)
  return Object.fromEntries(
    statuses.map(([status, refused]): [string, Json] => {
      const byError = [...Map.groupBy(refused, ({ answer }) => answer.error)]
      const codesByError = byError.map(
        ([error, all]) => `\`${error}\`: ${unique(all.map(({ code }) => code)).join(', ')}`,
      )
      const texts = unique(refused.map(({ answer }) => answer.text))
      return [
        String(status),
        {
          description: `${texts.join(' ')} Failure codes: ${codesByError.join('; ')}.`,
          content: { 'application/json': { schema: errorSchema(byError.map(([error]) => error)) } },
        },
      ]
    }),
  )
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

/** Returns the schema of a refusal (RFC 6749 §5.2). Answers may have further members. */
const errorSchema = (errors: readonly string[]): JsonObject => ({
  type: 'object',
  properties: {
    error: { type: 'string', ...(errors.length > 0 && { enum: [...errors] }) },
    error_description: { type: 'string', description: 'Reason, place and remedy, for a developer.' },
  },
  required: ['error', 'error_description'],
})
