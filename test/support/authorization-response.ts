/** The wallet's response, in both variants. */
import { generateSigner } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import type { ResponseContent } from '../../src/oid4vp/index.ts'

export const crypto = createNodeCrypto()
export const signer = await generateSigner({ crypto })
export const stranger = await generateSigner({ crypto })
export const dcql: ResponseContent = {
  kind: 'dcql',
  presentations: [
    { id: 'pid', presentation: 'sd~kb' },
    { id: 'wa', presentation: ['a.b.c'] },
  ],
}
export const submission = { id: 's', definition_id: 'd', descriptor_map: [{ id: 'a', format: 'jwt', path: '$[0]' }] }
export const scope: Extract<ResponseContent, { kind: 'scope' }> = {
  kind: 'scope',
  presentations: ['sd~kb', 'a.b.c'],
  submission,
}
export const keyed = [
  { id: 'pid', presentations: ['sd~kb'] },
  { id: 'wa', presentations: ['a.b.c'] },
]
