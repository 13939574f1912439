/** The copy button of the console's script restores its content, also after two clicks. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'

const script = readFileSync(new URL('../assets/console.js', import.meta.url), 'utf8')

type OnClick = (event: { readonly target: object }) => Promise<void>

/** Runs the script with a page that contains one text. Returns its listener of clicks, and the timers that it sets. */
function loadScript() {
  const listeners = new Map<string, unknown>()
  const timers: (() => void)[] = []
  const document = {
    documentElement: { classList: { add: () => undefined } },
    querySelector: () => ({ textContent: 'text' }),
    getElementById: () => null,
    addEventListener: (event: string, listener: unknown) => listeners.set(event, listener),
  }
  const navigator = { clipboard: { writeText: async () => undefined } }
  runInNewContext(script, { document, navigator, setTimeout: (timer: () => void) => timers.push(timer) })
  return { click: listeners.get('click') as OnClick, timers }
}

test('the copy button shows its label again, with the hidden part for screen readers', async () => {
  const label = ['Copy', { className: 'visually-hidden' }]
  const button = {
    dataset: { copy: '#text', done: 'Copied' },
    childNodes: label as readonly unknown[],
    closest: () => button,
    get textContent() {
      return button.childNodes.filter((node) => typeof node === 'string').join('')
    },
    set textContent(text: string) {
      button.childNodes = [text]
    },
    replaceChildren: (...nodes: readonly unknown[]) => {
      button.childNodes = nodes
    },
  }
  const { click, timers } = loadScript()
  await click({ target: button })
  await click({ target: button })
  assert.deepEqual(button.childNodes, ['Copied'])
  for (const timer of timers) timer()
  assert.deepEqual([...button.childNodes], label)
})
