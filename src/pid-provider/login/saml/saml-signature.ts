/**
 * Checks the places, references and algorithms of the signatures in a SAML answer, against signature wrapping (PP-63).
 * The adapter verifies the signatures with the registered keys.
 *
 * SAML 2.0 core §5.4; SPID SAML rules of 2022-05.
 */
import { type Failure, fail } from '../../../base/index.ts'
import type { SamlSignatureCode } from './saml-codes.ts'
import { attributeOf, childOf, childrenOf, elementsIn, type SamlElement } from './saml-element.ts'

/** RSA with SHA-2. xml-crypto does not support SHA-384. */
const samlSignatureMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]
const digestMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]
const canonicalizations: readonly string[] = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
]
const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/**
 * Checks every signature of an answer: at most one in the Response and one in its Assertion, none elsewhere. Each
 * refers to its parent element, uses SHA-2 and has no transform that could hide a part. IDs and the Assertion must be
 * unique. Does not require a signature, and does not verify one: the adapter does.
 */
export function checkSamlSignatures(response: SamlElement): Failure<SamlSignatureCode> | undefined {
  const assertion = childOf(response, 'saml:Assertion')
  const nodes = [...elementsIn(response)]
  const permitted = [...childrenOf(response, 'ds:Signature'), ...childrenOf(assertion, 'ds:Signature')]
  if (nodes.filter(({ name }) => name === 'saml:Assertion').length > 1) return fail('assertion_repeated', 'Assertion') // PP-63
  if (assertion && attributeOf(assertion, 'ID').trim() === '') return fail('assertion_id_missing', 'Assertion.ID') // PP-64
  if (hasRepeatedId(nodes)) return fail('id_repeated', 'ID') // PP-63
  if (nodes.some((element) => element.name === 'ds:Signature' && !permitted.includes(element)))
    return fail('signature_misplaced', 'Signature') // PP-63
  return checkSignatureOf(response, 'Response') ?? (assertion && checkSignatureOf(assertion, 'Assertion'))
}

/** Attribute names that a signature library may use as an ID. */
const idNames = ['ID', 'Id', 'id'] as const

function hasRepeatedId(elements: readonly SamlElement[]): boolean {
  const ids = elements.flatMap((element) => idNames.map((name) => attributeOf(element, name))).filter((id) => id !== '')
  return new Set(ids).size < ids.length
}

function checkSignatureOf(element: SamlElement, at: string): Failure<SamlSignatureCode> | undefined {
  const [signature, ...more] = childrenOf(element, 'ds:Signature')
  if (signature === undefined) return undefined
  const signedInfos = childrenOf(signature, 'ds:SignedInfo')
  const references = childrenOf(signedInfos[0], 'ds:Reference')
  const [reference] = references
  if (more.length > 0) return fail('signature_misplaced', `${at}.Signature`) // PP-63
  if (signedInfos.length !== 1 || references.length !== 1)
    return fail('signature_reference_mismatch', `${at}.Signature`) // PP-63
  if (attributeOf(reference, 'URI') !== `#${attributeOf(element, 'ID')}`)
    return fail('signature_reference_mismatch', `${at}.Signature.Reference`) // PP-63
  if (!samlSignatureMethods.includes(algorithmOf(signedInfos[0], 'ds:SignatureMethod')))
    return fail('signature_algorithm_unsupported', `${at}.Signature.SignatureMethod`) // PP-63
  if (!digestMethods.includes(algorithmOf(reference, 'ds:DigestMethod')))
    return fail('signature_algorithm_unsupported', `${at}.Signature.DigestMethod`) // PP-63
  if (!canonicalizations.includes(algorithmOf(signedInfos[0], 'ds:CanonicalizationMethod')))
    return fail('signature_transform_unsupported', `${at}.Signature.CanonicalizationMethod`) // PP-63
  if (!arePermittedTransforms(transformsOf(reference)))
    return fail('signature_transform_unsupported', `${at}.Signature.Transforms`) // PP-63
  return undefined
}

const algorithmOf = (parent: SamlElement | undefined, name: string): string =>
  attributeOf(childOf(parent, name), 'Algorithm')

const transformsOf = (reference: SamlElement | undefined): readonly string[] =>
  childrenOf(childOf(reference, 'ds:Transforms'), 'ds:Transform').map((transform) =>
    attributeOf(transform, 'Algorithm'),
  )

/** Returns true for the enveloped-signature transform followed by exclusive canonicalization, and nothing else. */
const arePermittedTransforms = ([first, second, ...more]: readonly string[]): boolean =>
  first === envelopedSignature && second !== undefined && canonicalizations.includes(second) && more.length === 0
