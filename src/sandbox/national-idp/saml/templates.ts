/**
 * Templates of the SAML identity provider's responses, as the national profile requires them. `samlify` replaces the
 * names in braces with the escaped values of `samlify-provider.ts`, and signs the result.
 */
const entity = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const response = (content: string): string =>
  [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ' ID="{ID}" Version="2.0" IssueInstant="{Now}" Destination="{Callback}" InResponseTo="{InResponseTo}">',
    `<saml:Issuer Format="${entity}">{IdentityProvider}</saml:Issuer>${content}</samlp:Response>`,
  ].join('')

/** Response to a login that failed. It has no Assertion. */
export const statusTemplate = response(
  [
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">',
    '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
    '<samlp:StatusMessage>{Message}</samlp:StatusMessage></samlp:Status>',
  ].join(''),
)

/**
 * Response to a login that succeeded, with an Assertion. `samlify-provider.ts` replaces `{AttributeStatement}` first,
 * because the attribute statement contains further names in braces.
 */
export const assertionTemplate = response(
  [
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
    '<saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{Now}">',
    `<saml:Issuer Format="${entity}">{IdentityProvider}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${transient}" NameQualifier="{IdentityProvider}">{NameID}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    '<saml:SubjectConfirmationData Recipient="{Callback}" InResponseTo="{InResponseTo}" NotOnOrAfter="{Expiry}"/>',
    '</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{Now}" NotOnOrAfter="{Expiry}">',
    '<saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    '<saml:AuthnStatement AuthnInstant="{Now}" SessionIndex="{SessionIndex}"><saml:AuthnContext>',
    '<saml:AuthnContextClassRef>{Level}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>',
    '{AttributeStatement}</saml:Assertion>',
  ].join(''),
)
