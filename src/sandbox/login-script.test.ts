import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCookieJar } from './cookie-jar.ts'
import { LoginRefused, logInFrom, logInToForm } from './login-script.ts'
import type { Page, UserAgent } from './user-agent.ts'

const url = 'https://idp.example/login'
const form = { method: 'post', action: url, fields: new Map(), buttons: [] } as const
const page: Page = { url, status: 200, headers: new Headers(), text: '', forms: [form] }
const agent: UserAgent = { cookies: createCookieJar(), open: async () => page, submit: async () => page }

for (const logIn of [logInFrom, logInToForm])
  test(`${logIn.name} rejects if the provider shows the same form again and again`, async () => {
    await assert.rejects(logIn(agent, url, { username: 'mario.rossi', password: 'sandbox' }), LoginRefused)
  })
