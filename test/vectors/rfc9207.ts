/** RFC 9207 §2.1 and §2.2: an authorization response and an error response, both with the same issuer. */
export const issuer = 'https://honest.as.example'
export const redirectUri = 'https://client.example/cb'

export const success = {
  code: 'x1848ZT64p4IirMPT0R-X3141MFPTuBX-VFL_cvaplMH58',
  state: 'ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI',
  location:
    'https://client.example/cb?code=x1848ZT64p4IirMPT0R-X3141MFPTuBX-VFL_cvaplMH58&state=ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI&iss=https%3A%2F%2Fhonest.as.example',
} as const

export const refusal = {
  error: 'access_denied',
  state: 'N2JjNGJhY2JiZjRhYzA3MGJkMzNmMDE5OWJhZmJhZjA',
  location:
    'https://client.example/cb?error=access_denied&state=N2JjNGJhY2JiZjRhYzA3MGJkMzNmMDE5OWJhZmJhZjA&iss=https%3A%2F%2Fhonest.as.example',
} as const
