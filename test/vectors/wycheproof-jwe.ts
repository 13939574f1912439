/**
 * Project Wycheproof, <https://github.com/C2SP/wycheproof> (Apache License 2.0), `json_web_encryption_test` of
 * `testvectors_v1`: the tests of ECDH-ES, by their numbers. The plaintext is `foo`.
 */
export const recipient = {
  kty: 'EC',
  crv: 'P-256',
  x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
  y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
  d: 'VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw',
} as const

export const valid = {
  /** Test 76. */
  A128GCM:
    'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSIsImVwayI6eyJrdHkiOiJFQyIsIngiOiJueG1aV3dFeXlsZUhJU3pvMGZjOE1EZ1p6cXk1dlBfMkZwbFNaUkJMTTlzIiwieSI6InlJd2wtdDZXcmZUYWZPcXJmYkN4UmJ5N29hUEhORVI1TGcyNXc0clJNdm8iLCJjcnYiOiJQLTI1NiJ9fQ..9zEcIOkaZ3ohFfaU.Nx5x.v5HgSTMB4gSu2MTdxeuePw',
  /** Test 78. */
  A256GCM:
    'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSIsImVwayI6eyJrdHkiOiJFQyIsIngiOiJVVG5YNXUtdFBIdG1pOEFpN0gxV3dXODl2RG5Fc2lpVkdtNkU2Z2l0d3hZIiwieSI6InhKN296QjdDYzZpcWtTYnJXMDRvTUZDNEFMWE9Sd1VzTTBvdUZjcU55QUkiLCJjcnYiOiJQLTI1NiJ9fQ..iNb-34xvFG8M4MI5.6RXw.EBpJ0EC39zNuSyZqSFMlvw',
  /** Test 79. */
  'A128CBC-HS256':
    'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOENCQy1IUzI1NiIsImVwayI6eyJrdHkiOiJFQyIsIngiOiJaYVVtQUQ3UXM2VkQzQmUyVTVNZmRYcS1mbHhWQWZfTW5odVFNYzFEXzZVIiwieSI6InR5ck5FOFl6eFU3UTZ5SHMwcUFELV9TMlFkY1BXdDg2anlNS1BUZUdibGciLCJjcnYiOiJQLTI1NiJ9fQ..ANTia7KFASPuVluJoWzksA.kyivxxBQM412o5J8yrgGTQ.D-aHzy07zhj3nMBauohSTA',
  /** Test 81. */
  'A256CBC-HS512':
    'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkNCQy1IUzUxMiIsImVwayI6eyJrdHkiOiJFQyIsIngiOiJrZGU4dnFQZjRkQnpXdE9BMmZPdnlHeW9TUWV1MUNaUHVrMXh0dFl6NDN3IiwieSI6ImhldDhvbGZMWUFJc1h3aWxYTjlZYWpnVDhELV9fVk1LeTlIQUVKYXJtaGsiLCJjcnYiOiJQLTI1NiJ9fQ..0G12ehbKyO5OUQ-ZaNOo2w.S2GLVuQMMV_GMwej3KQclA.4xn4IsvQz_3qhfOWHSGdBkmkCY3Q_chXPKekt4tbadA',
} as const
