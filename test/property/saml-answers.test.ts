/**
 * The elements of a signed SAML answer and of a forged one, combined at random: an accepted answer always has the
 * content that the identity provider signed (PP-63). The named attacks are rows of `support/saml-forged.ts`; this
 * searches for others.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js'
import fc from 'fast-check'
import { failed } from '../../src/base/index.ts'
import { assertionPath, responsePath, samlKey, signAt } from '../support/saml.ts'
import { complete, facts, idpKey } from '../support/saml-answers.ts'
import { forgedAnswers } from '../support/saml-forged.ts'

const stranger = await samlKey('IdP', 3)
const { respond, signed, plain, evil } = forgedAnswers(facts, idpKey, stranger).pieces
const genuine = [signed(plain), signAt(signed(plain), responsePath, idpKey)] as const
const forged = signAt(respond(evil), assertionPath, stranger)
const [truth, lie] = ['TINIT-DNGNCL78P23G273W', 'TINIT-MLLMRY80A41H501X']

const namespaces = ['urn:x', 'http://www.w3.org/2000/09/xmldsig#', 'urn:oasis:names:tc:SAML:2.0:assertion'] as const
const attributes = ['ID', 'Id', 'id', 'URI', 'Algorithm', 'x:ID', 'x:Algorithm'] as const
const values = ['_assertion', '_response', '#_assertion', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', ''] as const

const place = fc.nat(200)
/** One change to the document, with indexes into its elements and into those of the forged document. */
const step = fc.record({
  kind: fc.constantFrom('copy', 'move', 'forge', 'replace', 'wrap', 'attribute'),
  from: place,
  to: place,
  first: fc.boolean(),
  namespace: fc.constantFrom(...namespaces),
  attribute: fc.constantFrom(...attributes),
  value: fc.constantFrom(...values),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const elementsOf = (document: Document): readonly Element[] => Array.from(document.getElementsByTagName('*'))
const at = (elements: readonly Element[], index: number): Element =>
  elements[index % elements.length] ?? assert.fail('no element')

function put(into: Element, node: Node, first: boolean): void {
  into.insertBefore(node, first ? into.firstChild : null)
}

function change(document: Document, other: Document, one: Step): void {
  const [from, to] = [at(elementsOf(document), one.from), at(elementsOf(document), one.to)]
  const foreign = document.importNode(at(elementsOf(other), one.from), true)
  const parent = to.parentNode
  const isRoot = to === document.documentElement
  if (one.kind === 'copy') put(to, from.cloneNode(true), one.first)
  else if (one.kind === 'forge') put(to, foreign, one.first)
  else if (one.kind === 'attribute') to.setAttribute(one.attribute, one.value)
  else if (isRoot || parent === null) return
  else if (one.kind === 'move') put(from, to, one.first)
  else if (one.kind === 'replace') parent.replaceChild(foreign, to)
  else {
    const outer = document.createElementNS(one.namespace, `w:${to.localName}`)
    parent.replaceChild(outer, to)
    outer.appendChild(to)
  }
}

/** Returns `undefined` if the library refuses a step, such as an element within itself. */
async function rearranged(base: string, steps: readonly Step[]): Promise<string | undefined> {
  const [document, other] = [await parseDomFromString(base), await parseDomFromString(forged)]
  document.documentElement.setAttribute('xmlns:x', 'urn:x')
  try {
    for (const one of steps) change(document, other, one)
    return String(document)
  } catch {
    return undefined
  }
}

test('PP-63 no arrangement of signed and forged elements yields unsigned content', async () => {
  let [accepted, wouldFool] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...genuine),
      fc.array(step, { minLength: 1, maxLength: 3 }),
      async (base, steps) => {
        const xml = await rearranged(base, steps)
        if (xml === undefined) return
        if (/TINIT-\w+/.exec(xml)?.[0] === lie) wouldFool += 1
        const login = await complete(xml)
        if (failed(login)) return
        accepted += 1
        assert.deepEqual([login.subject, login.attributes.fiscal_number], ['_user', truth])
      },
    ),
    { seed: 4648, numRuns: 150 },
  )
  assert.ok(accepted > 0 && wouldFool > 0, `${accepted} accepted, ${wouldFool} with the forged content first`)
})
