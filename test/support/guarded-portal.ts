/**
 * A portal behind `requirePresentation`: as a web-standard handler and in real Express and Fastify servers, with its
 * visitors, sendTo a Relying Party with its federation in memory.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import express from 'express'
import Fastify from 'fastify'
import {
  PresentationServiceFault,
  type RequirePresentationOptions,
  requirePresentation,
} from '../../src/middleware/index.ts'
import { answer, apiKey, applicationFixture, begin, landed, returnUrl } from './relying-party-application.ts'
import { type Bend, type Browser, createBrowser, rpId } from './relying-party-fixture.ts'

export const fixture = await applicationFixture()
export const origin = 'https://portal.example'
export const secret = 'a secret of the portal, shared by all replicas'
export const options = {
  service: rpId,
  apiKey,
  returnUrl,
  secret,
  fetch: fixture.network.fetch,
  clock: fixture.clock,
} satisfies RequirePresentationOptions

/** Returns a guard that asks for two claims of a PID. */
export const guardWith = (changes: Partial<RequirePresentationOptions> = {}) =>
  requirePresentation(
    {
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['eu.eudiw.pid.it'] },
          claims: [{ path: ['given_name'] }, { path: ['tax_id_number'] }],
        },
      ],
    },
    { ...options, ...changes },
  )
export type Guard = ReturnType<typeof guardWith>

export type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Returns a function that sends requests to the portal as a web-standard handler. */
export const inWebHandler =
  (guard: Guard, address?: string): Send =>
  (path, init) =>
    guard.protect(
      (request, { credentials }) =>
        new Response(`${new URL(request.url).pathname}: ${credentials.pid.claims.given_name}`),
    )(new Request(origin + path, init), { address })

/** Stop the servers after all tests. */
export const stops: (() => unknown)[] = []
after(async () => {
  for (const stop of stops) await stop()
})
/** Returns a function that sends requests to a local port. It follows no redirect. */
export const sendTo =
  (port: number): Send =>
  (path, init) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })

/** Starts the portal in Express. Returns a function that sends requests to it. */
export async function inExpress(guard: Guard): Promise<Send> {
  const app = express()
  app.use(guard.express())
  app.use((request, response) => {
    response.send(`${request.path}: ${guard.of(request).credentials.pid.claims.given_name}`)
  })
  app.use(((fault, _request, response, _next) => {
    response.status(502).send(fault instanceof PresentationServiceFault ? fault.code : 'other')
  }) satisfies express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  stops.push(() => server.close())
  return sendTo((server.address() as AddressInfo).port)
}

/** Starts the portal in Fastify. Returns a function that sends requests to it. */
export async function inFastify(guard: Guard): Promise<Send> {
  const app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))
  app.addHook('onRequest', guard.fastify())
  app.setErrorHandler((fault, _request, reply) =>
    reply.code(502).send(fault instanceof PresentationServiceFault ? fault.code : 'other'),
  )
  app.all('/*', async (request) => `${request.url}: ${guard.of(request).credentials.pid.claims.given_name}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => app.close())
  return sendTo((app.server.address() as AddressInfo).port)
}

/** Creates the browser of one person, with its cookies at the application and at the service. */
export function person(send: Send) {
  const cookies = new Map<string, string>()
  const service = createBrowser(fixture)
  const visit = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ accept: 'text/html', 'sec-fetch-dest': 'document', ...(init.headers as object) })
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await send(path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  /** Presses the button for this flow on the page before a presentation. Returns the page if it has no such button. */
  const press = async (asking: Response, flow: Flow = 'cross-device', headers: Record<string, string> = {}) => {
    const action = actionFor(await asking.clone().text(), flow)
    return action === undefined
      ? asking
      : visit(pathOf(action), { method: 'POST', headers: { ...ownForm, ...headers } })
  }
  /** Visits a page, and presses its button if there is one. */
  const beginPresentation = async (path: string, init: RequestInit = {}, flow?: Flow) =>
    press(await visit(path, init), flow)
  return { cookies, service, visit, press, beginPresentation }
}
type Flow = 'same-device' | 'cross-device'
/** Headers that browsers send with a form of the page's own origin. */
const ownForm = { origin, 'sec-fetch-site': 'same-origin' }

/** Returns the target of the form with the button for this flow. */
export function actionFor(page: string, flow: Flow): string | undefined {
  const found = new RegExp(`<form method="post" enctype="text/plain" action="([^"]*)"><button id="begin-${flow}"`).exec(
    page,
  )
  return found?.[1]?.replaceAll('&amp;', '&')
}
export type Person = ReturnType<typeof person>

/** Returns the cookie that identifies a visitor, without those of flows in progress. */
export const visitorCookie = ({ cookies }: Person): [name: string, value: string] =>
  [...cookies].find(([name]) => !name.includes('begun')) ?? ['', '']

export const locationOf = (response: Response): string => response.headers.get('location') ?? ''
export const pathOf = (url: string): string => url.slice(origin.length)

/** Presents at the service. Returns the URL of the application with the reference. */
export async function presentAtService(service: Browser, startUrl: string, bend: Bend = {}): Promise<string> {
  const started = await begin(fixture, { start_url: startUrl }, service)
  const { redirect_uri } = await answer(fixture, started, bend)
  return landed(await service.get(redirect_uri)).url
}

/** Gets a protected page, presents, and returns the page after the presentation. */
export async function visitAfterPresentation(one: Person, path: string, bend: Bend = {}): Promise<Response> {
  const away = await one.beginPresentation(path)
  assert.equal(away.status, 303, await away.clone().text())
  const back = await one.visit(pathOf(await presentAtService(one.service, locationOf(away), bend)))
  assert.equal(back.status, 303)
  return one.visit(pathOf(locationOf(back)))
}
