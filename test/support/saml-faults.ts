/**
 * The requirements for a SAML answer as a table (D-32): each element and attribute, missing, empty and wrong, with the
 * code of the refusal; and the tolerated forms. Times are near the clock of the tests, 2026-01-15T12:00:00Z.
 */

import type { NationalLoginCode } from '../../src/pid-provider/index.ts'
import type { ServiceProviderKey } from '../../src/pid-provider-adapters/saml-service-provider-key.ts'
import {
  assertionPath,
  attributeSet,
  type Change,
  emptied,
  replace,
  type SamlAnswerFacts,
  signAt,
  successStatus,
  without,
  writeAssertion,
  writeResponse,
} from './saml.ts'

/** Changes before the Assertion is signed. */
export interface Broken {
  readonly response?: Change
  readonly assertion?: Change
}
const same: Change = (xml) => xml

/** Returns a genuine answer with a signed Assertion, with changes made before the signature if there are any. */
export const writeAnswer = (
  facts: SamlAnswerFacts,
  key: ServiceProviderKey,
  { response = same, assertion = same }: Broken = {},
): string =>
  signAt(response(writeResponse(facts, successStatus + assertion(writeAssertion(facts)))), assertionPath, key)

const early = '2026-01-15T11:59:00Z'
const late = '2026-01-15T12:01:00Z'

/** Returns unusual answers that the national profile permits. They must be accepted. */
export function toleratedForms(issuer: string): readonly (readonly [what: string, broken: Broken])[] {
  const instant = (time: string): Broken => ({
    response: replace(/(<samlp:Response[^>]*IssueInstant=")[^"]*/, `$1${time}`),
    assertion: attributeSet('saml:Assertion', 'IssueInstant', time),
  })
  return [
    ['a Response Issuer without Format', { response: attributeSet('saml:Issuer', 'Format') }],
    ['an Attribute without NameFormat', { assertion: attributeSet('saml:Attribute', 'NameFormat') }],
    ['an IssueInstant with milliseconds', instant('2026-01-15T12:00:01.234Z')],
    ['an IssueInstant without milliseconds', instant('2026-01-15T12:00:01Z')],
    ['white space around the Issuer', { assertion: replace(`>${issuer}<`, `>\n  ${issuer}\n<`) }],
    [
      'the conditions OneTimeUse and ProxyRestriction',
      {
        assertion: replace(
          '</saml:Conditions>',
          '<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/></saml:Conditions>',
        ),
      },
    ],
    [
      'a NotBefore in the past and a SessionNotOnOrAfter in the future',
      {
        assertion: (xml: string) =>
          xml
            .replace(' Recipient=', ` NotBefore="${early}" Recipient=`)
            .replace(' SessionIndex=', ` SessionNotOnOrAfter="${late}" SessionIndex=`),
      },
    ],
    ['an attribute that is not needed', { assertion: replace('"countyOfBirth"', '"email"') }],
    ['an XML declaration', { response: (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>${xml}` }],
  ]
}

const malformed = ['', '2026-01-15', '2026-01-15T12:00:01', '2026-01-15T12:00:01+00:00', '2026-02-30T12:00:01Z']
type SamlFault = readonly [what: string, broken: Broken, code: NationalLoginCode]
type Part = keyof Broken
type Fault = readonly [what: string, change: Change]

/** Returns the faults of one part of the answer, from a table of them by code. */
const faultsOf = (part: Part, table: Partial<Record<NationalLoginCode, readonly Fault[]>>): readonly SamlFault[] =>
  Object.entries(table).flatMap(([code, faults]) =>
    faults.map(([what, change]): SamlFault => [what, { [part]: change }, code as NationalLoginCode]),
  )

/** Returns the faults of an attribute that must have one value: absent, empty and another value, with the same code. */
const exact = (part: Part, element: string, name: string, code: NationalLoginCode): readonly SamlFault[] => [
  [`${element}/@${name} missing`, { [part]: attributeSet(element, name) }, code],
  [`${element}/@${name} empty`, { [part]: attributeSet(element, name, '') }, code],
  [`${element}/@${name} wrong`, { [part]: attributeSet(element, name, 'https://other.example/') }, code],
]
const instants = (part: Part, element: string, name: string, code: NationalLoginCode): readonly SamlFault[] => [
  [`${element}/@${name} missing`, { [part]: attributeSet(element, name) }, code],
  ...malformed.map(
    (value): SamlFault => [`${element}/@${name} "${value}"`, { [part]: attributeSet(element, name, value) }, code],
  ),
]
const gone = (part: Part, element: string, code: NationalLoginCode, whenEmpty = code): readonly SamlFault[] => [
  [`${element} missing`, { [part]: without(element) }, code],
  [`${element} empty`, { [part]: emptied(element) }, whenEmpty],
]
const texts = (part: Part, element: string, code: NationalLoginCode): readonly SamlFault[] => [
  ...gone(part, element, code),
  [`${element} wrong`, { [part]: replace(new RegExp(`(<${element}\\b[^>]*>)[^<]*`), '$1https://other.example') }, code],
  [
    `${element} followed by another one`,
    { [part]: replace(new RegExp(`<${element}\\b.*?</${element}>`), '$&$&') },
    'element_repeated',
  ],
]

/** Returns the fault of an element that must occur once and occurs twice. */
const twice = (element: string): SamlFault => [
  `two ${element}`,
  { assertion: replace(new RegExp(`<${element}\\b[^>]*?(/>|>.*?</${element}>)`), '$&$&') },
  'element_repeated',
]

/** Response elements precede the Assertion, so the first element of a name is the Response's. */
export const responseRows: readonly SamlFault[] = [
  ...exact('response', 'samlp:Response', 'Version', 'response_version_mismatch'),
  ...instants('response', 'samlp:Response', 'IssueInstant', 'response_issue_instant_invalid'),
  ...exact('response', 'samlp:Response', 'InResponseTo', 'response_in_response_to_mismatch'),
  ...exact('response', 'samlp:Response', 'Destination', 'response_destination_mismatch'),
  ...texts('response', 'saml:Issuer', 'response_issuer_mismatch'),
  ...gone('response', 'samlp:Status', 'status_missing'),
  ...faultsOf('response', {
    response_id_missing: [
      ['Response/@ID missing', attributeSet('samlp:Response', 'ID')],
      ['Response/@ID empty', attributeSet('samlp:Response', 'ID', '')],
    ],
    response_issue_instant_early: [['Response too early', attributeSet('samlp:Response', 'IssueInstant', early)]],
    response_issue_instant_late: [['Response too late', attributeSet('samlp:Response', 'IssueInstant', late)]],
    response_issuer_format_mismatch: [
      ['Response/Issuer/@Format empty', attributeSet('saml:Issuer', 'Format', '')],
      ['Response/Issuer/@Format wrong', attributeSet('saml:Issuer', 'Format', 'x')],
    ],
    status_missing: [
      ['StatusCode missing', without('samlp:StatusCode')],
      ['StatusCode/@Value missing', attributeSet('samlp:StatusCode', 'Value')],
      ['StatusCode/@Value empty', attributeSet('samlp:StatusCode', 'Value', '')],
      ['StatusCode empty', replace(/<samlp:StatusCode[^>]*>/, '<samlp:StatusCode/>')],
    ],
    provider_error: [
      ['StatusCode unknown', attributeSet('samlp:StatusCode', 'Value', 'x')],
      ...['Requester', 'Responder', 'VersionMismatch', 'NoAuthnContext', 'success'].map(
        (status): Fault => [
          `the status ${status} beside a signed Assertion`,
          replace('status:Success', `status:${status}`),
        ],
      ),
      [
        'a Success below another status',
        replace(
          /<samlp:StatusCode Value="([^"]*)"\/>/,
          '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="$1"/></samlp:StatusCode>',
        ),
      ],
    ],
    element_repeated: [['two Status', replace(successStatus, successStatus + successStatus)]],
  }),
]

export const assertionRows: readonly SamlFault[] = [
  ...exact('assertion', 'saml:Assertion', 'Version', 'assertion_version_mismatch'),
  ...instants('assertion', 'saml:Assertion', 'IssueInstant', 'assertion_issue_instant_invalid'),
  ...texts('assertion', 'saml:Issuer', 'assertion_issuer_mismatch'),
  ...exact('assertion', 'saml:Issuer', 'Format', 'assertion_issuer_format_mismatch'),
  ...gone('assertion', 'saml:Subject', 'subject_missing', 'name_id_missing'),
  ...gone('assertion', 'saml:NameID', 'name_id_missing'),
  ...exact('assertion', 'saml:NameID', 'Format', 'name_id_format_mismatch'),
  ...gone('assertion', 'saml:SubjectConfirmation', 'subject_confirmation_missing', 'confirmation_data_missing'),
  ...exact('assertion', 'saml:SubjectConfirmation', 'Method', 'subject_confirmation_method_mismatch'),
  ...exact('assertion', 'saml:SubjectConfirmationData', 'Recipient', 'confirmation_recipient_mismatch'),
  ...exact('assertion', 'saml:SubjectConfirmationData', 'InResponseTo', 'confirmation_in_response_to_mismatch'),
  ...instants('assertion', 'saml:SubjectConfirmationData', 'NotOnOrAfter', 'confirmation_expiry_invalid'),
  ...gone('assertion', 'saml:Conditions', 'conditions_missing', 'audience_restriction_missing'),
  ...instants('assertion', 'saml:Conditions', 'NotBefore', 'conditions_not_before_invalid'),
  ...instants('assertion', 'saml:Conditions', 'NotOnOrAfter', 'conditions_expiry_invalid'),
  ...gone('assertion', 'saml:AudienceRestriction', 'audience_restriction_missing', 'audience_mismatch'),
  ...texts('assertion', 'saml:Audience', 'audience_mismatch'),
  ...gone('assertion', 'saml:AuthnStatement', 'authn_statement_missing', 'authn_context_missing'),
  ...instants('assertion', 'saml:AuthnStatement', 'AuthnInstant', 'authn_instant_invalid'),
  ...gone('assertion', 'saml:AuthnContext', 'authn_context_missing', 'authn_context_class_missing'),
  ...gone('assertion', 'saml:AuthnContextClassRef', 'authn_context_class_missing'),
  ...[
    'saml:Subject',
    'saml:NameID',
    'saml:SubjectConfirmation',
    'saml:SubjectConfirmationData',
    'saml:Conditions',
    'saml:AudienceRestriction',
    'saml:AuthnStatement',
    'saml:AuthnContext',
    'saml:AuthnContextClassRef',
    'saml:AttributeStatement',
  ].map(twice),
  ...faultsOf('assertion', {
    assertion_issue_instant_early: [['Assertion too early', attributeSet('saml:Assertion', 'IssueInstant', early)]],
    assertion_issue_instant_late: [['Assertion too late', attributeSet('saml:Assertion', 'IssueInstant', late)]],
    name_id_missing: [
      ['an EncryptedID in place of the NameID', replace(/<saml:NameID.*?<\/saml:NameID>/, '<saml:EncryptedID/>')],
      ['NameID blank', replace('>_user<', '> <')],
    ],
    name_id_qualifier_missing: [
      ['NameID/@NameQualifier missing', attributeSet('saml:NameID', 'NameQualifier')],
      ['NameID/@NameQualifier empty', attributeSet('saml:NameID', 'NameQualifier', '')],
      ['NameID/@NameQualifier blank', attributeSet('saml:NameID', 'NameQualifier', ' ')],
    ],
    confirmation_data_missing: [['SubjectConfirmationData missing', without('saml:SubjectConfirmationData')]],
    confirmation_recipient_mismatch: [
      [
        'SubjectConfirmationData empty',
        replace(/<saml:SubjectConfirmationData[^>]*>/, '<saml:SubjectConfirmationData/>'),
      ],
    ],
    confirmation_expired: [
      ['SubjectConfirmationData expired', attributeSet('saml:SubjectConfirmationData', 'NotOnOrAfter', early)],
    ],
    confirmation_not_yet_valid: ['', 'tomorrow', late].map((value) => [
      `SubjectConfirmationData/@NotBefore "${value}"`,
      replace(' Recipient=', ` NotBefore="${value}" Recipient=`),
    ]),
    condition_unknown: [
      ['an unknown Condition', replace('</saml:Conditions>', '<saml:Condition/></saml:Conditions>')],
      [
        'a condition of another namespace',
        replace('</saml:Conditions>', '<x:Only xmlns:x="urn:x"/></saml:Conditions>'),
      ],
    ],
    conditions_not_yet_valid: [['Conditions not yet valid', attributeSet('saml:Conditions', 'NotBefore', late)]],
    conditions_expired: [['Conditions expired', attributeSet('saml:Conditions', 'NotOnOrAfter', early)]],
    authn_instant_early: [['a login before the request', attributeSet('saml:AuthnStatement', 'AuthnInstant', early)]],
    authn_instant_late: [['a login in the future', attributeSet('saml:AuthnStatement', 'AuthnInstant', late)]],
    authn_session_over: ['', 'never', early].map((value) => [
      `AuthnStatement/@SessionNotOnOrAfter "${value}"`,
      replace(' SessionIndex=', ` SessionNotOnOrAfter="${value}" SessionIndex=`),
    ]),
    authn_context_class_unknown: [
      'SpidL4',
      'SpidL3',
      'constructor',
      'urn:oasis:names:tc:SAML:2.0:ac:classes:SpidL3',
      'urn:oasis:names:tc:SAML:2.0:ac:classes:SpidL1',
      'urn:oasis:names:tc:SAML:2.0:ac:classes:Smartcard',
      'https://www.spid.gov.it/spidL3',
      'https://www.spid.gov.it/SpidL3/',
      'http://www.spid.gov.it/SpidL3',
    ].map((level) => [`the level ${level}`, replace('https://www.spid.gov.it/SpidL3', level)]),
    attribute_missing: [
      ['AttributeStatement missing', without('saml:AttributeStatement')],
      ['fiscalNumber missing', replace('"fiscalNumber"', '"ivaCode"')],
    ],
    attribute_statement_empty: [['AttributeStatement empty', emptied('saml:AttributeStatement')]],
    attribute_empty: [
      ['Attribute empty', emptied('saml:Attribute')],
      ['AttributeValue empty', emptied('saml:AttributeValue')],
      ['AttributeValue blank', replace('>PA<', '> <')],
      ['AttributeValue with an element in place of text', replace('>PA<', '><saml:NameID>PA</saml:NameID><')],
      ['the last Attribute empty', replace('>TINIT-DNGNCL78P23G273W<', '><')],
      ['Attribute/@Name missing', attributeSet('saml:Attribute', 'Name')],
      ['Attribute/@Name empty', attributeSet('saml:Attribute', 'Name', '')],
    ],
    attribute_repeated: [
      ['an Attribute twice', replace('"countyOfBirth"', '"name"')],
      ['an Attribute with two values', replace(/<saml:AttributeValue>.*?<\/saml:AttributeValue>/, '$&$&')],
    ],
    attribute_malformed: [
      ['fiscalNumber without TINIT', replace('TINIT-', '')],
      ['dateOfBirth that does not exist', replace('1978-09-23', '1978-02-30')],
    ],
  }),
]
