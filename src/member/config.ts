/** Parts of the settings schemas that several roles have. */
import { z } from 'zod'
import { defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm, jwsAlgorithms } from '../jose/index.ts'
import { profileNames } from '../profiles/index.ts'

/** Schema of a member's profile. `serve` sets it for each entity. It is not a setting. */
export const memberProfile = z.enum(profileNames).default('seed')

/** Schema of one signature algorithm. */
export const signatureAlgorithm = z
  .custom<JwsAlgorithm>((name) => typeof name === 'string' && isJwsAlgorithm(name))
  .meta({ type: 'string', enum: Object.keys(jwsAlgorithms) })

/** Schema of a list of at least one signature algorithm. */
export const algorithmList = z.array(signatureAlgorithm).min(1).readonly()

/** Schema of accepted signature algorithms. Defaults to ES256, ES384 and ES512. */
export const acceptedAlgorithms = algorithmList.default([...defaultAlgorithms])
