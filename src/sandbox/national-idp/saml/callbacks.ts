/** The callback of a SAML request: a service provider's AssertionConsumerService, named by its URL or its index. */
import { decodeEntities } from '../../html-forms.ts'

/** Returns the decoded value of an attribute, or `undefined` if the text of the tag does not have it. */
function attributeOf(tag: string, name: string): string | undefined {
  const [, , value] = new RegExp(`\\b${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag) ?? []
  return value === undefined ? undefined : decodeEntities(value)
}

/**
 * Returns the URL of the callback that a request names by URL or by index (SAML 2.0 core §3.4.1). Returns `undefined`
 * if the request names none or both, or if the service provider's metadata does not have the callback. This function
 * exists because `samlify` reads only one callback of the metadata, and no index.
 */
export function callbackOf(request: string, metadata: string): string | undefined {
  const [root = ''] = /<(?:\w+:)?AuthnRequest\b[^>]*>/.exec(request) ?? []
  const url = attributeOf(root, 'AssertionConsumerServiceURL')
  const index = attributeOf(root, 'AssertionConsumerServiceIndex')
  if ((url === undefined) === (index === undefined)) return undefined
  const [service = ''] =
    [...metadata.matchAll(/<(?:\w+:)?AssertionConsumerService\b[^>]*>/g)].find(([tag]) =>
      url === undefined ? attributeOf(tag, 'index') === index : attributeOf(tag, 'Location') === url,
    ) ?? []
  return attributeOf(service, 'Location')
}
