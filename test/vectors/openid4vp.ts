/**
 * Examples of OpenID for Verifiable Presentations 1.0: queries of §7.4 and Appendix D, the credential of §7.3, the
 * encrypted response of §8.3, the handover of Appendix B.2.6.1, and the SD-JWT VCs of Appendix B.3. Omits members that
 * no test reads.
 */
const identity = 'https://credentials.example.com/identity_credential'
const paths = (...claims: readonly (readonly string[])[]) => claims.map((path) => ({ path }))
const sdJwt = (id: string, type: string, claims: readonly object[]) => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: [type] },
  claims,
})
const mdoc = (id: string, doctype: string, claims: readonly object[]) => ({
  id,
  format: 'mso_mdoc',
  meta: { doctype_value: doctype },
  claims,
})

const person = paths(['given_name'], ['family_name'], ['address', 'street_address'])
const vehicle = paths(['org.iso.7367.1', 'vehicle_holder'], ['org.iso.18013.5.1', 'given_name'])
const mobile = (...names: readonly string[]) => names.map((id) => ({ id, path: ['org.iso.18013.5.1', id] }))
const idOf = mobile('given_name', 'family_name', 'portrait')
const addressOf = mobile('resident_address', 'resident_country')
const [license, photoId] = ['org.iso.18013.5.1.mDL', 'org.iso.23220.photoid.1']

export const queries = {
  simple: { credentials: [sdJwt('my_credential', identity, person)] },
  simpleMdoc: { credentials: [mdoc('my_credential', 'org.iso.7367.1.mVRC', vehicle)] },
  multipleCredentials: { credentials: [sdJwt('pid', identity, person), mdoc('mdl', 'org.iso.7367.1.mVRC', vehicle)] },
  credentialAlternatives: {
    credentials: [
      sdJwt('pid', identity, person),
      sdJwt('other_pid', 'https://othercredentials.example/pid', person),
      sdJwt(
        'pid_reduced_cred_1',
        'https://credentials.example.com/reduced_identity_credential',
        paths(['family_name'], ['given_name']),
      ),
      sdJwt(
        'pid_reduced_cred_2',
        'https://cred.example/residence_credential',
        paths(['postal_code'], ['locality'], ['region']),
      ),
      sdJwt('nice_to_have', 'https://company.example/company_rewards', paths(['rewards_number'])),
    ],
    credential_sets: [
      { options: [['pid'], ['other_pid'], ['pid_reduced_cred_1', 'pid_reduced_cred_2']] },
      { required: false, options: [['nice_to_have']] },
    ],
  },
  complexMdoc: {
    credentials: [
      mdoc('mdl-id', license, idOf),
      mdoc('mdl-address', license, addressOf),
      mdoc('photo_card-id', photoId, idOf),
      mdoc('photo_card-address', photoId, addressOf),
    ],
    credential_sets: [
      { options: [['mdl-id'], ['photo_card-id']] },
      { required: false, options: [['mdl-address'], ['photo_card-address']] },
    ],
  },
  claimAlternatives: {
    credentials: [
      {
        ...sdJwt('pid', identity, [
          { id: 'a', path: ['last_name'] },
          { id: 'b', path: ['postal_code'] },
          { id: 'c', path: ['locality'] },
          { id: 'd', path: ['region'] },
          { id: 'e', path: ['date_of_birth'] },
        ]),
        claim_sets: [
          ['a', 'c', 'd', 'e'],
          ['a', 'b', 'e'],
        ],
      },
    ],
  },
  values: {
    credentials: [
      sdJwt('my_credential', identity, [
        { path: ['family_name'], values: ['Doe'] },
        ...paths(['given_name'], ['address', 'street_address']),
        { path: ['postal_code'], values: ['90210', '90211'] },
      ]),
    ],
  },
  /** Appendix B.1: a format that no party here supports. */
  jwtVc: {
    credentials: [
      {
        id: 'example_jwt_vc',
        format: 'jwt_vc_json',
        meta: { type_values: [['IDCredential']] },
        claims: paths(['credentialSubject', 'family_name'], ['credentialSubject', 'given_name']),
      },
    ],
  },
}

/** §7.3. */
export const pointed = {
  name: 'Arthur Dent',
  address: { street_address: '42 Market Street', locality: 'Milliways', postal_code: '12345' },
  degrees: [
    { type: 'Bachelor of Science', university: 'University of Betelgeuse' },
    { type: 'Master of Science', university: 'University of Betelgeuse' },
  ],
  nationalities: ['British', 'Betelgeusian'],
}

/** §8.3: the verifier's keys, the response to the first of them, and that key's private half. */
export const encrypted = {
  keys: [
    {
      kty: 'EC',
      kid: 'ac',
      use: 'enc',
      crv: 'P-256',
      alg: 'ECDH-ES',
      x: 'YO4epjifD-KWeq1sL2tNmm36BhXnkJ0He-WqMYrp9Fk',
      y: 'Hekpm0zfK7C-YccH5iBjcIXgf6YdUvNUac_0At55Okk',
    },
    {
      kty: 'OKP',
      kid: 'jc',
      use: 'enc',
      crv: 'X25519',
      alg: 'ECDH-ES',
      x: 'WPX7wnwq10hFNK9aDSyG1QlLswE_CJY14LdhcFUIVVc',
    },
    {
      kty: 'EC',
      kid: 'lc',
      use: 'enc',
      crv: 'P-384',
      alg: 'ECDH-ES',
      x: 'iHytgLNtXjEyYMAIGwfgjINZRmLfObYbmjPhkaPD8OiTkJtRHjegTNdH31Mxg4nV',
      y: 'MizXWSqNB7sSt_SNjg3spvaJnmjB-LpxsPpLUaea33rvINL3Mq-gEaANErRQpbLx',
    },
    {
      kty: 'OKP',
      kid: 'bc',
      use: 'enc',
      crv: 'X448',
      alg: 'ECDH-ES',
      x: 'pK5IRpLlX-8XcsRYWHejpzkfsHoDOmAYuBzAC7aTpewWOw_QFHSa64t9p2kuommI8JQQLohS2AIA',
    },
  ],
  d: 'Et-3ce0omz8_TuZ96Df9lp0GAaaDoUnDe6X-CRO7Aww',
  response:
    'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSIsImtpZCI6ImFjIiwiZXBrIjp7Imt0eSI6IkVDIiwieCI6Im5ubVZwbTNWM2piaGNhZlFhUkJrU1ZOSGx3Wkh3dC05ck9wSnVmeVlJdWsiLCJ5IjoicjRmakRxd0p5czlxVU9QLV9iM21SNVNaRy0tQ3dPMm1pYzVWU05UWU45ZyIsImNydiI6IlAtMjU2In19..uAYcHRUSSn2X0WPX.yVzlGSYG4qbg0bq18JcUiDRw56yVnbKR8E7S7YlEtzT00RqE3Pw5oTpUG3hdLN4taHZ9gC1kwak8JOnJgQ.1wR024_3-qtAlx1oFIUpQQ',
  plaintext: { vp_token: { example_credential_id: ['eyJhb...YMetA'] } },
} as const

/** Appendix B.2.6.1. */
export const handover = {
  clientId: 'x509_san_dns:example.com',
  presentationNonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
  responseUri: 'https://example.com/response',
  encryptionKey: {
    kty: 'EC',
    crv: 'P-256',
    x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
    y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
    use: 'enc',
    alg: 'ECDH-ES',
    kid: '1',
  },
  transcript:
    '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
} as const

/** Appendix B.3: Disclosures and their digests. */
export const disclosures = [
  ['WyIyR0xDNDJzS1F2ZUNmR2ZyeU5STjl3IiwgImdpdmVuX25hbWUiLCAiSm9obiJd', 'jsu9yVulwQQlhFlM_3JlzMaSFzglhQG0DpfayQwLUK4'],
  ['WyJlbHVWNU9nM2dTTklJOEVZbnN4QV9BIiwgImZhbWlseV9uYW1lIiwgIkRvZSJd', 'TGf4oLbgwd5JQaHyKVQZU9UdGE0w5rtDsrZzfUaomLo'],
  [
    'WyI2SWo3dE0tYTVpVlBHYm9TNXRtdlZBIiwgImJpcnRoZGF0ZSIsICIxOTQwLTAxLTAxIl0',
    'tiTngp9_jhC389UP8_k67MXqoSfiHq3iK6o9un4we_Y',
  ],
] as const

/** Appendix B.3.7, SD-JWT VCLD: a presentation with key binding, whose signed form is in the repository. */
export const nestedPresentation =
  'eyJhbGciOiAiRVMyNTYiLCAidHlwIjogImRjK3NkLWp3dCJ9.eyJpc3MiOiAiaHR0cHM6Ly9pc3N1ZXIuZXhhbXBsZS5jb20iLCAiaWF0IjogMTY4MzAwMDAwMCwgImV4cCI6IDE4ODMwMDAwMDAsICJ2Y3QiOiAiaHR0cHM6Ly9jcmVkZW50aWFscy5leGFtcGxlLmNvbS9leGFtcGxlX2NyZWRlbnRpYWwiLCAibGQiOiB7IkBjb250ZXh0IjogWyJodHRwczovL3d3dy53My5vcmcvbnMvY3JlZGVudGlhbHMvdjIiLCAiaHR0cHM6Ly93M2lkLm9yZy9jaXRpemVuc2hpcC92MyJdLCAiY3JlZGVudGlhbFN1YmplY3QiOiB7Il9zZCI6IFsiNkJKZFFyTzI0ZWpUVE1zRkktd0dpSkptR3Jic2VXYzVJd0NDcDROQUowayIsICJOVERWc2JWQXdTOUFuVVZxLV9ZR193djB5R0QwYnYySnN0WC1BbXZONjVJIiwgInRzMHB5UG50TGpEMF9OY2dOT0kzaGRfMldqYlp3MjFwMkxmcWhPQzBiLVUiXX19LCAiX3NkX2FsZyI6ICJzaGEtMjU2IiwgImNuZiI6IHsiandrIjogeyJrdHkiOiAiRUMiLCAiY3J2IjogIlAtMjU2IiwgIngiOiAiVENBRVIxOVp2dTNPSEY0ajRXNHZmU1ZvSElQMUlMaWxEbHM3dkNlR2VtYyIsICJ5IjogIlp4amlXV2JaTVFHSFZXS1ZRNGhiU0lpcnNWZnVlY0NFNnQ0alQ5RjJIWlEifX19.jBu_lyijcnRUx3f5Djr1JGs8w0lAE9kSStA9fI4Z9z9Iq2f6pj_QwndFOIh9EYhB72fBXgzIwxwyIPsN-D1J9A~WyIyR0xDNDJzS1F2ZUNmR2ZyeU5STjl3IiwgImdpdmVuTmFtZSIsICJKb2huIl0~eyJhbGciOiAiRVMyNTYiLCAidHlwIjogImtiK2p3dCJ9.eyJub25jZSI6ICIxMjM0NTY3ODkwIiwgImF1ZCI6ICJodHRwczovL3ZlcmlmaWVyLmV4YW1wbGUub3JnIiwgImlhdCI6IDE3NDQ3NDMzOTQsICJzZF9oYXNoIjogIkJvanB1TXZOOTRHc0lYM1ZoNXllUlBCcDFNLUR3Q0o4a3hwQ2pVMDdsblUifQ.SLZP3Py2tTawKd3TaUVj0LpFOF6kMTNW8Ku1OA78goep8KUA7yrrYOe8NS9FGRNIGaXS6lgf6ZJBChzwiESi6A'

/**
 * Draft 22, Appendix B.4.5 and B.4.6: a definition that asks for the same person, and the submission of the response.
 */
export const definition = {
  id: 'example_sd_jwt_vc_request',
  input_descriptors: [
    {
      id: 'identity_credential',
      format: { 'vc+sd-jwt': {} },
      constraints: {
        limit_disclosure: 'required',
        fields: [
          { path: ['$.vct'], filter: { type: 'string', const: identity } },
          { path: ['$.family_name'] },
          { path: ['$.given_name'] },
        ],
      },
    },
  ],
}
export const submission = {
  definition_id: 'example_sd_jwt_vc_request',
  id: 'example_sd_jwt_vc_presentation_submission',
  descriptor_map: [{ id: 'identity_credential', path: '$', format: 'vc+sd-jwt' }],
}

/**
 * Forms that a wallet posts to a request URI: OpenID4VP 1.0 §5.10, its draft 20, and the newer IT-Wallet
 * (italia/eid-wallet-it-docs).
 */
export const walletMetadataForms = {
  final:
    'wallet_metadata=%7B%22vp_formats_supported%22%3A%7B%22dc%2Bsd-jwt%22%3A%7B%22sd-jwt_alg_values%22%3A%20%5B%22ES256%22%5D%2C%22kb-jwt_alg_values%22%3A%20%5B%22ES256%22%5D%7D%7D%7D&wallet_nonce=qPmxiNFCR3QTm19POc8u',
  draft20:
    'wallet_metadata=%7B%22vp_formats_supported%22%3A%7B%22jwt_vc_json%22%3A%7B%22alg_values_supported%22%3A%5B%22ES256K%22%2C%22ES384%22%5D%7D%2C%22jwt_vp_json%22%3A%7B%22alg_values_supported%22%3A%5B%22ES256K%22%2C%22EdDSA%22%5D%7D%7D%7D&wallet_nonce=qPmxiNFCR3QTm19POc8u',
  itWallet:
    'wallet_metadata=%7B%22vp_formats_supported%22%3A%7B%22dc%2Bsd-jwt%22%3A%7B%22sd-jwt_alg_values%22%3A%5B%22ES256%22%2C%22ES384%22%5D%7D%2C%22mso_mdoc%22%3A%7B%22issuerauth_alg_values%22%3A%5B-9%2C-51%5D%2C%22deviceauth_alg_values%22%3A%5B-9%2C-51%5D%7D%7D%2C%22request_object_signing_alg_values_supported%22%3A%5B%22ES256%22%5D%2C%22client_id_prefixes_supported%22%3A%5B%22openid_federation%22%2C%22x509_hash%22%5D%7D&wallet_nonce=qPmxiNFCR3QTm19POc8u',
} as const
