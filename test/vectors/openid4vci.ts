/**
 * Examples of OpenID4VCI: `authorization_details` of 1.0 (§5.1.1, Appendix A.2) and of draft 13 (§A.3).
 */
const type = 'openid_credential'
const [degree, license] = ['UniversityDegreeCredential', 'org.iso.18013.5.1.mDL']
const [mdl, aamva] = ['org.iso.18013.5.1', 'org.iso.18013.5.1.aamva']

export const details = {
  one: [{ type, credential_configuration_id: degree }],
  withServer: [{ type, locations: ['https://credential-issuer.example.com'], credential_configuration_id: degree }],
  two: [
    { type, credential_configuration_id: degree },
    { type, credential_configuration_id: license },
  ],
  mdoc: [
    {
      type,
      credential_configuration_id: license,
      claims: [
        { path: [mdl, 'given_name'] },
        { path: [mdl, 'family_name'] },
        { path: [mdl, 'birth_date'] },
        { path: [aamva, 'organ_donor'] },
      ],
    },
  ],
  draft13: [{ type, format: 'vc+sd-jwt', vct: 'SD_JWT_VC_example_in_OpenID4VCI' }],
} as const
