/**
 * Answers in which something is signed by the right key, but not what a careless reader would take. The variants of
 * signature wrapping are those of Somorovsky et al., "On Breaking SAML" (USENIX Security 2012).
 */
import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import type { NationalLoginCode } from '../../src/pid-provider/index.ts'
import type { ServiceProviderKey } from '../../src/pid-provider-adapters/saml-service-provider-key.ts'
import {
  assertionPath,
  replace,
  responsePath,
  type SamlAnswerFacts,
  signAt,
  successStatus,
  writeAssertion,
  writeResponse,
} from './saml.ts'

type ForgedAnswer = readonly [what: string, xml: string, code: NationalLoginCode]

const cut = (xml: string, element: string): string =>
  new RegExp(`<${element}\\b[\\s\\S]*</${element}>`).exec(xml)?.[0] ?? assert.fail(`there is no ${element}`)

const inside = (outer: string, inner: string): string => outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`)
const extensions = (content: string): string => `<samlp:Extensions>${content}</samlp:Extensions>`

const emptySignature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>'
/** Of a Signature, what has it once besides SignedInfo and Reference. */
const repeatable = [
  'CanonicalizationMethod',
  'SignatureMethod',
  'SignatureValue',
  'KeyInfo',
  'Transforms',
  'DigestMethod',
  'DigestValue',
]
/** Of the first element of such a name, wherever it stands in a Signature, a library may read what counts. */
const hidingPlaces: readonly (readonly [
  where: string,
  hide: (name: string, attributes: string, text?: string) => string,
])[] = [
  [
    'in another namespace',
    (name, attributes, text = '') => `<x:${name} xmlns:x="urn:x"${attributes}>${text}</x:${name}>`,
  ],
  ['in an Object', (name, attributes, text = '') => `<Object><${name}${attributes}>${text}</${name}></Object>`],
]
const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const signatureValueOf = (signed: string): string =>
  /<SignatureValue>([^<]*)/.exec(signed)?.[1] ?? assert.fail('no value')

/** What the key would have written under the same SignedInfo with SHA-1. */
const sha1ValueOf = (signed: string, key: ServiceProviderKey): string => {
  const canonical = cut(signed, 'SignedInfo')
    .replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">')
    .replace(/<([A-Za-z]+)([^>]*)\/>/g, '<$1$2></$1>')
  assert.equal(sign('sha256', Buffer.from(canonical), key.privateKey).toString('base64'), signatureValueOf(signed))
  return sign('sha1', Buffer.from(canonical), key.privateKey).toString('base64')
}
const metadataPath = "//*[local-name(.)='EntityDescriptor']"
const external = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'

/** One answer of each kind to one request. `stranger` has a key that is not registered. */
export function forgedAnswers(facts: SamlAnswerFacts, idpKey: ServiceProviderKey, stranger: ServiceProviderKey) {
  const respond = (content: string): string => writeResponse(facts, successStatus + content)
  const signed = (content: string): string => signAt(respond(content), assertionPath, idpKey)
  const plain = writeAssertion(facts)
  const genuine = cut(signed(plain), 'saml:Assertion')
  const signature = cut(genuine, 'Signature')
  const original = genuine.replace(signature, '')
  const evil = replace('TINIT-DNGNCL78P23G273W', 'TINIT-MLLMRY80A41H501X')(plain)
  const evilOther = evil.replace('ID="_assertion"', 'ID="_evil"')
  const metadata = (id: string): string =>
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ID="${id}" entityID="${facts.issuer}"><md:Organization/></md:EntityDescriptor>`
  const signedMetadata = cut(
    signAt(respond(extensions(metadata('_metadata'))), metadataPath, idpKey),
    'md:EntityDescriptor',
  )
  const metadataSignature = cut(signedMetadata, 'Signature')

  /** The signed Response of a genuine answer, for a forged one to carry along. */
  const signedResponse = signAt(respond(plain), responsePath, idpKey)
  const responseSignature = cut(signedResponse, 'Signature')
  const forgedResponse = (content: string): string =>
    respond(evil).replace('ID="_response"', 'ID="_forged"').replace('<saml:Issuer', `${content}<saml:Issuer`)

  const wrapped: readonly ForgedAnswer[] = [
    [
      'XSW1: the signed Response in the Signature of a forged one',
      forgedResponse(
        responseSignature.replace(
          '</Signature>',
          `<Object>${cut(signedResponse, 'samlp:Response').replace(responseSignature, '')}</Object></Signature>`,
        ),
      ),
      'assertion_repeated',
    ],
    [
      'XSW2: the signed Response beside the Signature of a forged one',
      forgedResponse(
        extensions(cut(signedResponse, 'samlp:Response').replace(responseSignature, '')) + responseSignature,
      ),
      'assertion_repeated',
    ],
    ['XSW3: a forged Assertion before the signed one', respond(evilOther + genuine), 'assertion_repeated'],
    ['XSW3: a forged Assertion behind the signed one', respond(genuine + evilOther), 'assertion_repeated'],
    ['a second copy of the signed Assertion', respond(genuine + genuine), 'assertion_repeated'],
    ['XSW4: the signed Assertion in a forged one', respond(inside(evilOther, genuine)), 'assertion_repeated'],
    [
      'XSW5: a forged Assertion with the Signature of one behind it',
      respond(inside(evilOther, signature) + original),
      'assertion_repeated',
    ],
    [
      'XSW6: the same, the original in the Signature',
      respond(inside(evilOther, signature.replace('</Signature>', `<Object>${original}</Object></Signature>`))),
      'assertion_repeated',
    ],
    [
      'XSW7: a forged Assertion of the same ID in Extensions',
      respond(extensions(evil) + genuine),
      'assertion_repeated',
    ],
    ['XSW7: the signed one in Extensions', respond(extensions(genuine) + evil), 'assertion_repeated'],
    [
      'XSW8: the original in an Object of the forged one',
      respond(inside(evil, signature.replace('</Signature>', `<Object>${original}</Object></Signature>`))),
      'assertion_repeated',
    ],
    [
      'the signed one in the Advice of a forged one',
      respond(inside(evilOther, `<saml:Advice>${genuine}</saml:Advice>`)),
      'assertion_repeated',
    ],
    [
      'the provider’s signed metadata beside an unsigned Assertion',
      respond(extensions(signedMetadata) + plain),
      'signature_misplaced',
    ],
    [
      'the provider’s signed metadata beside a signed one',
      respond(extensions(signedMetadata) + genuine),
      'signature_misplaced',
    ],
    [
      'the Signature of the metadata moved into the Assertion',
      respond(extensions(metadata('_metadata')) + inside(plain, metadataSignature)),
      'signature_reference_mismatch',
    ],
    [
      'the same, with the metadata’s ID on the Assertion',
      respond(extensions(metadata('_metadata')) + inside(plain.replace('_assertion', '_metadata'), metadataSignature)),
      'id_repeated',
    ],
    [
      'the same, the metadata naming itself by Id',
      respond(
        extensions(metadata('_metadata').replace(' ID=', ' Id=')) +
          inside(plain.replace('_assertion', '_metadata'), metadataSignature),
      ),
      'id_repeated',
    ],
    [
      'the Signature deeper in the Assertion',
      respond(genuine.replace(signature, '').replace('</saml:Subject>', `${signature}</saml:Subject>`)),
      'signature_misplaced',
    ],
    ['the Signature of the Assertion in the Response', respond(signature + original), 'signature_reference_mismatch'],
    ['the Assertion deeper in the Response', respond(extensions(genuine)), 'signature_misplaced'],
    ['an unsigned one there', respond(extensions(plain)), 'assertion_missing'],
  ]

  const unsigned: readonly ForgedAnswer[] = [
    ['an unsigned Assertion', respond(plain), 'assertion_unsigned'],
    ['a Response that is signed alone', signedResponse, 'assertion_unsigned'],
    [
      'another key, whatever certificate comes with it',
      signAt(respond(plain), assertionPath, stranger),
      'assertion_signature_invalid',
    ],
    [
      'an Assertion changed after it was signed',
      respond(genuine.replace('_user', '_other')),
      'assertion_signature_invalid',
    ],
    ['the Signature of one in another', respond(inside(evil, signature)), 'assertion_signature_invalid'],
    [
      'a Signature without value',
      respond(genuine.replace(/<SignatureValue>[^<]*/, '<SignatureValue>')),
      'assertion_signature_invalid',
    ],
    [
      'a Response that is signed by another key',
      signAt(signed(plain), responsePath, stranger),
      'response_signature_invalid',
    ],
    [
      'a Response that is signed, round an Assertion of another key',
      signAt(signAt(respond(plain), assertionPath, stranger), responsePath, idpKey),
      'assertion_signature_invalid',
    ],
    [
      'a Response that is signed with SHA-1',
      signAt(signed(plain), responsePath, idpKey, 'sha1', 'sha256'),
      'signature_algorithm_unsupported',
    ],
    ['an empty Signature in the Assertion', respond(inside(plain, emptySignature)), 'signature_reference_mismatch'],
    ['an empty Signature in the Response', respond(emptySignature + genuine), 'signature_reference_mismatch'],
    [
      'a Signature without Reference',
      respond(genuine.replace(/<Reference[\s\S]*<\/Reference>/, '')),
      'signature_reference_mismatch',
    ],
    [
      'a Signature whose Reference is empty',
      respond(genuine.replace('URI="#_assertion"', 'URI="#"')),
      'signature_reference_mismatch',
    ],
    [
      'a Signature with an empty digest',
      respond(genuine.replace(/<DigestValue>[^<]*/, '<DigestValue>')),
      'assertion_signature_invalid',
    ],
    [
      'a Signature without SignatureValue',
      respond(genuine.replace(/<SignatureValue>[\s\S]*<\/SignatureValue>/, '')),
      'assertion_signature_invalid',
    ],
    [
      'a Response changed after it was signed',
      signAt(signed(plain), responsePath, idpKey)
        .replace('<samlp:StatusCode', '<!-- --><samlp:StatusCode')
        .replace('<!-- -->', '\n'),
      'response_signature_invalid',
    ],
    ['a second Signature', respond(inside(genuine, signature)), 'signature_misplaced'],
    [
      'a Signature for the whole document',
      respond(genuine.replace('URI="#_assertion"', 'URI=""')),
      'signature_reference_mismatch',
    ],
    [
      'a Signature for something else',
      respond(genuine.replace('URI="#_assertion"', 'URI="#_response"')),
      'signature_reference_mismatch',
    ],
    [
      'a second Reference',
      respond(genuine.replace(/<Reference[\s\S]*<\/Reference>/, '$&$&')),
      'signature_reference_mismatch',
    ],
    [
      'a second SignedInfo',
      respond(genuine.replace(/<SignedInfo[\s\S]*<\/SignedInfo>/, '$&$&')),
      'signature_reference_mismatch',
    ],
    ...repeatable.map((element): ForgedAnswer => {
      const twice = genuine.replace(new RegExp(`<${element}\\b[^>]*/>|<${element}\\b[^]*</${element}>`), '$&$&')
      assert.notEqual(twice, genuine)
      return [`a second ${element}`, respond(twice), 'element_repeated']
    }),
    [
      'a second, empty SignatureValue before it',
      respond(genuine.replace('<SignatureValue>', '<SignatureValue/>$&')),
      'element_repeated',
    ],
    ...hidingPlaces.flatMap(([where, hide]): readonly ForgedAnswer[] => [
      [
        `another SignatureMethod before its own, ${where}, and a value of RSA with SHA-1`,
        respond(
          genuine
            .replace('<SignedInfo>', `${hide('SignatureMethod', ` Algorithm="${rsaSha1}"`)}$&`)
            .replace(/<SignatureValue>[^<]*/, `<SignatureValue>${sha1ValueOf(genuine, idpKey)}`),
        ),
        'element_repeated',
      ],
      [
        `its SignatureValue ${where} alone, before another`,
        respond(
          genuine
            .replace('<SignedInfo>', `${hide('SignatureValue', '', signatureValueOf(genuine))}$&`)
            .replace(/(<\/SignedInfo><SignatureValue>)[^<]*/, '$1AAAA'),
        ),
        'element_repeated',
      ],
    ]),
    [
      'a second KeyInfo in the Response',
      signAt(signed(plain), responsePath, idpKey).replace(/<KeyInfo[\s\S]*?<\/KeyInfo>/, '$&$&'),
      'element_repeated',
    ],
    [
      'RSA with SHA-1',
      signAt(respond(plain), assertionPath, idpKey, 'sha1', 'sha256'),
      'signature_algorithm_unsupported',
    ],
    [
      'a digest of SHA-1',
      signAt(respond(plain), assertionPath, idpKey, 'sha256', 'sha1'),
      'signature_algorithm_unsupported',
    ],
    [
      'an HMAC',
      respond(genuine.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1')),
      'signature_algorithm_unsupported',
    ],
    [
      'inclusive canonicalization',
      respond(
        genuine.replace(
          /(CanonicalizationMethod Algorithm=")[^"]*/,
          '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
        ),
      ),
      'signature_transform_unsupported',
    ],
    [
      'a further Transform',
      respond(genuine.replace(/<Transform A[^>]*\/>/, '$&$&')),
      'signature_transform_unsupported',
    ],
    [
      'a Transform by XPath',
      respond(
        genuine.replace(/(<Transform Algorithm=")http[^"]*exc-c14n#/, '$1http://www.w3.org/TR/1999/REC-xpath-19991116'),
      ),
      'signature_transform_unsupported',
    ],
    [
      'no Transforms',
      respond(genuine.replace(/<Transforms>[\s\S]*<\/Transforms>/, '')),
      'signature_transform_unsupported',
    ],
    ['an Assertion without ID', respond(genuine.replace(' ID="_assertion"', '')), 'assertion_id_missing'],
    ['an Assertion with an empty ID', respond(genuine.replace(' ID="_assertion"', ' ID=""')), 'assertion_id_missing'],
  ]

  const xml: readonly ForgedAnswer[] = [
    [
      'a comment in the NameID, which no digest sees',
      respond(genuine.replace('_user', '_us<!-- -->er')),
      'xml_comment_forbidden',
    ],
    ['a comment in an attribute', respond(genuine.replace('G273W', 'G273W<!-- -->X')), 'xml_comment_forbidden'],
    ['a comment before the document', `<!-- -->${respond(genuine)}`, 'xml_comment_forbidden'],
    ['an instruction in the NameID', respond(genuine.replace('_user', '_us<?x y?>er')), 'xml_instruction_forbidden'],
    [
      'a second declaration',
      `<?xml version="1.0"?>${respond(genuine.replace('_user', '<?xml version="1.0"?>_user'))}`,
      'xml_instruction_forbidden',
    ],
    ['an external entity', external + respond(genuine.replace('_user', '&e;')), 'xml_dtd_forbidden'],
    ['entities of entities', laughs + respond(genuine.replace('_user', '&b;')), 'xml_dtd_forbidden'],
    ['a DTD that does nothing', `<!doctype html>${respond(genuine)}`, 'xml_dtd_forbidden'],
    ['an unknown entity', respond(genuine.replace('_user', '&e;')), 'saml_response_malformed'],
    ['an element that is not closed', respond(genuine).replace('</samlp:Response>', ''), 'saml_response_malformed'],
    [
      'elements that are closed crosswise',
      respond(genuine).replace('</samlp:Status>', '</samlp:Statut>'),
      'saml_response_malformed',
    ],
    ['an attribute twice', respond(genuine).replace(' Version=', ' Version="2.0" Version='), 'saml_response_malformed'],
    ['something behind the document', `${respond(genuine)}x`, 'saml_response_malformed'],
    ['two documents', respond(genuine) + respond(genuine), 'saml_response_malformed'],
    [
      'too deep a document',
      respond(extensions('<a>'.repeat(40) + '</a>'.repeat(40)) + genuine),
      'saml_response_malformed',
    ],
    ['too large a document', respond(extensions(' '.repeat(270_000)) + genuine), 'saml_response_malformed'],
    ['no document', '', 'saml_response_missing'],
  ]

  return { wrapped, unsigned, xml, pieces: { respond, signed, plain, genuine, evil } }
}
