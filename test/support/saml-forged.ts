/**
 * Forged SAML answers. The registered key signed some element of each, but not the content that a careless verifier
 * would use. The variants XSW1 to XSW8 of signature wrapping are those of Somorovsky et al., "On Breaking SAML" (USENIX
 * Security 2012).
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

type ForgedXml = readonly [what: string, xml: string]
type ForgedAnswer = readonly [...ForgedXml, code: NationalLoginCode]

const forgedOf = (table: Partial<Record<NationalLoginCode, readonly ForgedXml[]>>): readonly ForgedAnswer[] =>
  Object.entries(table).flatMap(([code, answers]) =>
    answers.map((answer): ForgedAnswer => [...answer, code as NationalLoginCode]),
  )

const cut = (xml: string, element: string): string =>
  new RegExp(`<${element}\\b[\\s\\S]*</${element}>`).exec(xml)?.[0] ?? assert.fail(`there is no ${element}`)

const inside = (outer: string, inner: string): string => outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`)
const extensions = (content: string): string => `<samlp:Extensions>${content}</samlp:Extensions>`

const emptySignature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>'
/** Elements that occur once in a Signature, besides SignedInfo and Reference. */
const repeatable = [
  'CanonicalizationMethod',
  'SignatureMethod',
  'SignatureValue',
  'KeyInfo',
  'Transforms',
  'DigestMethod',
  'DigestValue',
]
/** Places in a Signature where a library may use the first element of a name instead of the valid one. */
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

/** Returns the signature of the same SignedInfo by the key with SHA-1. */
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

/** Returns one answer of each kind to one request, and its valid parts. `stranger` is an unregistered key. */
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

  /** The signed Response of a genuine answer, which a forged answer contains. */
  const signedResponse = signAt(respond(plain), responsePath, idpKey)
  const responseSignature = cut(signedResponse, 'Signature')
  const forgedResponse = (content: string): string =>
    respond(evil).replace('ID="_response"', 'ID="_forged"').replace('<saml:Issuer', `${content}<saml:Issuer`)

  const wrapped = forgedOf({
    assertion_repeated: [
      [
        'XSW1: the signed Response in the Signature of a forged Response',
        forgedResponse(
          responseSignature.replace(
            '</Signature>',
            `<Object>${cut(signedResponse, 'samlp:Response').replace(responseSignature, '')}</Object></Signature>`,
          ),
        ),
      ],
      [
        'XSW2: the signed Response beside the Signature of a forged Response',
        forgedResponse(
          extensions(cut(signedResponse, 'samlp:Response').replace(responseSignature, '')) + responseSignature,
        ),
      ],
      ['XSW3: a forged Assertion before the signed one', respond(evilOther + genuine)],
      ['XSW3: a forged Assertion behind the signed one', respond(genuine + evilOther)],
      ['a second copy of the signed Assertion', respond(genuine + genuine)],
      ['XSW4: the signed Assertion in a forged Assertion', respond(inside(evilOther, genuine))],
      [
        'XSW5: a forged Assertion with the Signature of the Assertion behind it',
        respond(inside(evilOther, signature) + original),
      ],
      [
        'XSW6: the original in the Signature of a forged Assertion',
        respond(inside(evilOther, signature.replace('</Signature>', `<Object>${original}</Object></Signature>`))),
      ],
      ['XSW7: a forged Assertion of the same ID in Extensions', respond(extensions(evil) + genuine)],
      ['XSW7: the signed Assertion in Extensions, a forged one of the same ID', respond(extensions(genuine) + evil)],
      [
        'XSW8: the original in the Signature of a forged Assertion of the same ID',
        respond(inside(evil, signature.replace('</Signature>', `<Object>${original}</Object></Signature>`))),
      ],
      [
        'the signed Assertion in the Advice of a forged one',
        respond(inside(evilOther, `<saml:Advice>${genuine}</saml:Advice>`)),
      ],
    ],
    signature_misplaced: [
      ['the provider’s signed metadata beside an unsigned Assertion', respond(extensions(signedMetadata) + plain)],
      ['the provider’s signed metadata beside a signed Assertion', respond(extensions(signedMetadata) + genuine)],
      [
        'the Signature deeper in the Assertion',
        respond(genuine.replace(signature, '').replace('</saml:Subject>', `${signature}</saml:Subject>`)),
      ],
      ['the Assertion deeper in the Response', respond(extensions(genuine))],
    ],
    signature_reference_mismatch: [
      [
        'the Signature of the metadata moved into the Assertion',
        respond(extensions(metadata('_metadata')) + inside(plain, metadataSignature)),
      ],
      ['the Signature of the Assertion in the Response', respond(signature + original)],
    ],
    id_repeated: [
      [
        'the Signature of the metadata in an Assertion with the ID of the metadata',
        respond(
          extensions(metadata('_metadata')) + inside(plain.replace('_assertion', '_metadata'), metadataSignature),
        ),
      ],
      [
        'the Signature of the metadata in an Assertion with the Id of the metadata',
        respond(
          extensions(metadata('_metadata').replace(' ID=', ' Id=')) +
            inside(plain.replace('_assertion', '_metadata'), metadataSignature),
        ),
      ],
    ],
    saml_assertion_missing: [['an unsigned Assertion in Extensions', respond(extensions(plain))]],
  })

  const repeated = repeatable.map((element): ForgedXml => {
    const twice = genuine.replace(new RegExp(`<${element}\\b[^>]*/>|<${element}\\b[^]*</${element}>`), '$&$&')
    assert.notEqual(twice, genuine)
    return [`a second ${element}`, respond(twice)]
  })
  const hidden = hidingPlaces.flatMap(([where, hide]): readonly ForgedXml[] => [
    [
      `another SignatureMethod ${where} before the valid one, and a value of RSA with SHA-1`,
      respond(
        genuine
          .replace('<SignedInfo>', `${hide('SignatureMethod', ` Algorithm="${rsaSha1}"`)}$&`)
          .replace(/<SignatureValue>[^<]*/, `<SignatureValue>${sha1ValueOf(genuine, idpKey)}`),
      ),
    ],
    [
      `the valid SignatureValue ${where}, before an invalid one`,
      respond(
        genuine
          .replace('<SignedInfo>', `${hide('SignatureValue', '', signatureValueOf(genuine))}$&`)
          .replace(/(<\/SignedInfo><SignatureValue>)[^<]*/, '$1AAAA'),
      ),
    ],
  ])
  const unsigned = forgedOf({
    assertion_unsigned: [
      ['an unsigned Assertion', respond(plain)],
      ['a signed Response with an unsigned Assertion', signedResponse],
    ],
    assertion_signature_invalid: [
      ['a signature by another key, with the certificate of that key', signAt(respond(plain), assertionPath, stranger)],
      ['an Assertion changed after it was signed', respond(genuine.replace('_user', '_other'))],
      ['the Signature of one Assertion in another', respond(inside(evil, signature))],
      ['a Signature without value', respond(genuine.replace(/<SignatureValue>[^<]*/, '<SignatureValue>'))],
      [
        'a signed Response around an Assertion that another key signed',
        signAt(signAt(respond(plain), assertionPath, stranger), responsePath, idpKey),
      ],
      ['a Signature with an empty digest', respond(genuine.replace(/<DigestValue>[^<]*/, '<DigestValue>'))],
      ['a Signature without SignatureValue', respond(genuine.replace(/<SignatureValue>[\s\S]*<\/SignatureValue>/, ''))],
    ],
    response_signature_invalid: [
      ['a Response that is signed by another key', signAt(signed(plain), responsePath, stranger)],
      [
        'a Response changed after it was signed',
        signAt(signed(plain), responsePath, idpKey)
          .replace('<samlp:StatusCode', '<!-- --><samlp:StatusCode')
          .replace('<!-- -->', '\n'),
      ],
    ],
    signature_algorithm_unsupported: [
      ['a Response that is signed with SHA-1', signAt(signed(plain), responsePath, idpKey, 'sha1', 'sha256')],
      ['RSA with SHA-1', signAt(respond(plain), assertionPath, idpKey, 'sha1', 'sha256')],
      ['a digest of SHA-1', signAt(respond(plain), assertionPath, idpKey, 'sha256', 'sha1')],
      ['an HMAC', respond(genuine.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'))],
    ],
    signature_reference_mismatch: [
      ['an empty Signature in the Assertion', respond(inside(plain, emptySignature))],
      ['an empty Signature in the Response', respond(emptySignature + genuine)],
      ['a Signature without Reference', respond(genuine.replace(/<Reference[\s\S]*<\/Reference>/, ''))],
      ['a Signature whose Reference is empty', respond(genuine.replace('URI="#_assertion"', 'URI="#"'))],
      ['a Signature for the whole document', respond(genuine.replace('URI="#_assertion"', 'URI=""'))],
      ['a Signature for another element', respond(genuine.replace('URI="#_assertion"', 'URI="#_response"'))],
      ['a second Reference', respond(genuine.replace(/<Reference[\s\S]*<\/Reference>/, '$&$&'))],
      ['a second SignedInfo', respond(genuine.replace(/<SignedInfo[\s\S]*<\/SignedInfo>/, '$&$&'))],
    ],
    signature_misplaced: [['a second Signature', respond(inside(genuine, signature))]],
    element_repeated: [
      ...repeated,
      ...hidden,
      [
        'an empty SignatureValue before the valid one',
        respond(genuine.replace('<SignatureValue>', '<SignatureValue/>$&')),
      ],
      [
        'a second KeyInfo in the Response',
        signAt(signed(plain), responsePath, idpKey).replace(/<KeyInfo[\s\S]*?<\/KeyInfo>/, '$&$&'),
      ],
    ],
    signature_transform_unsupported: [
      [
        'inclusive canonicalization',
        respond(
          genuine.replace(
            /(CanonicalizationMethod Algorithm=")[^"]*/,
            '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
          ),
        ),
      ],
      ['a further Transform', respond(genuine.replace(/<Transform A[^>]*\/>/, '$&$&'))],
      [
        'a Transform by XPath',
        respond(
          genuine.replace(
            /(<Transform Algorithm=")http[^"]*exc-c14n#/,
            '$1http://www.w3.org/TR/1999/REC-xpath-19991116',
          ),
        ),
      ],
      ['no Transforms', respond(genuine.replace(/<Transforms>[\s\S]*<\/Transforms>/, ''))],
    ],
    assertion_id_missing: [
      ['an Assertion without ID', respond(genuine.replace(' ID="_assertion"', ''))],
      ['an Assertion with an empty ID', respond(genuine.replace(' ID="_assertion"', ' ID=""'))],
    ],
  })

  const xml = forgedOf({
    xml_comment_forbidden: [
      ['a comment in the NameID, which the digest does not cover', respond(genuine.replace('_user', '_us<!-- -->er'))],
      ['a comment in an attribute', respond(genuine.replace('G273W', 'G273W<!-- -->X'))],
      ['a comment before the document', `<!-- -->${respond(genuine)}`],
    ],
    xml_instruction_forbidden: [
      ['a processing instruction in the NameID', respond(genuine.replace('_user', '_us<?x y?>er'))],
      [
        'a second declaration',
        `<?xml version="1.0"?>${respond(genuine.replace('_user', '<?xml version="1.0"?>_user'))}`,
      ],
    ],
    xml_dtd_forbidden: [
      ['an external entity', external + respond(genuine.replace('_user', '&e;'))],
      ['entities of entities', laughs + respond(genuine.replace('_user', '&b;'))],
      ['a DTD that does nothing', `<!doctype html>${respond(genuine)}`],
    ],
    saml_response_malformed: [
      ['an unknown entity', respond(genuine.replace('_user', '&e;'))],
      ['an element that is not closed', respond(genuine).replace('</samlp:Response>', '')],
      ['an end tag of another name', respond(genuine).replace('</samlp:Status>', '</samlp:Statut>')],
      ['an attribute twice', respond(genuine).replace(' Version=', ' Version="2.0" Version=')],
      ['text after the document', `${respond(genuine)}x`],
      ['two documents', respond(genuine) + respond(genuine)],
      ['a document that is nested too deeply', respond(extensions('<a>'.repeat(40) + '</a>'.repeat(40)) + genuine)],
      ['a document that is too large', respond(extensions(' '.repeat(270_000)) + genuine)],
    ],
    saml_response_missing: [['no document', '']],
  })

  return { wrapped, unsigned, xml, pieces: { respond, signed, plain, genuine, evil } }
}
