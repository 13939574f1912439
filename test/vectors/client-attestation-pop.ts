/**
 * draft-ietf-oauth-attestation-based-client-auth-07, the example of its §5.2: a Client Attestation PoP, and the key in
 * the Client Attestation that comes with it. The signer of that one is not published.
 */
export const example = {
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'EVs_o5-uQbTjL3chynL4wXgUg2R9q9UU8I5mEovUf84',
    y: 'kGe5DgSIycKp8w9aJmoHhB1sB3QTugfnRWm5nU_TzsY',
  },
  clientId: 'https://client.example.com',
  audience: 'https://as.example.com',
  iat: 1300815780,
  jti: 'd25d00ab-552b-46fc-ae19-98f440f25064',
  pop: 'eyJhbGciOiJFUzI1NiIsInR5cCI6Im9hdXRoLWNsaWVudC1hdHRlc3RhdGlvbi1wb3Arand0In0.eyJpc3MiOiJodHRwczovL2NsaWVudC5leGFtcGxlLmNvbSIsImF1ZCI6Imh0dHBzOi8vYXMuZXhhbXBsZS5jb20iLCJqdGkiOiJkMjVkMDBhYi01NTJiLTQ2ZmMtYWUxOS05OGY0NDBmMjUwNjQiLCJpYXQiOjEzMDA4MTU3ODAsImNoYWxsZW5nZSI6IjVjMWE5ZTEwLTI5ZmYtNGMyYi1hZTczLTU3YzA5NTdjMDljNCJ9.OTubY9qXJ0EUhDj3sKmHGOnpUD5phr7MwbBCMcYWqL257JWs41VlWoz7Jbsk9gLajHiAw4FCwbju43rA62sy-A',
} as const
