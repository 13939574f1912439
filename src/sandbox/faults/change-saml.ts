/** Changes of a SAML response: of its signed Assertion, and of its other parts. */
import { changedText } from './content-changes.ts'

const assertion = /<saml:Assertion\b[\s\S]*<\/saml:Assertion>/
const wrongResponseAttribute = (name: string) => (xml: string) =>
  xml.replace(new RegExp(`(<samlp:Response\\b[^>]*? ${name}=")[^"]*`), '$1https://elsewhere.example')

/** Changes by name. No change signs the response again. */
export const samlChanges: Readonly<Record<string, (xml: string) => string>> = {
  malformed: (xml) => xml.slice(0, Math.ceil(xml.length / 2)),
  unsigned: (xml) => xml.replace(/<ds:Signature\b[\s\S]*?<\/ds:Signature>/, ''),
  broken_signature: (xml) => xml.replace(/(<ds:SignatureValue>)([^<]*)/, (_, tag, value) => tag + changedText(value)),
  wrong_attribute: (xml) =>
    xml.replace(/(<saml:AttributeValue\b[^>]*>)([^<]*)/, (_, tag, value) => tag + changedText(value)),
  wrong_destination: wrongResponseAttribute('Destination'),
  wrong_in_response_to: wrongResponseAttribute('InResponseTo'),
  wrong_issuer: (xml) => xml.replace(/(<saml:Issuer\b[^>]*>)[^<]*/, '$1https://elsewhere.example'),
  wrong_status: (xml) => xml.replace('status:Success', 'status:Responder'),
  missing_assertion: (xml) => xml.replace(assertion, ''),
  two_assertions: (xml) => xml.replace(assertion, '$&$&'),
  comment: (xml) => xml.replace('<saml:Assertion', '<!-- comment -->$&'),
  dtd: (xml) => `<!DOCTYPE samlp:Response>${xml}`,
}
