/**
 * What a deployment says about its Trust Anchor. Units stand in the names; every default is a safe one.
 */
import { z } from 'zod'
import { failed, parseEntityId } from '../base/index.ts'
import { organization } from '../federation/index.ts'
import { defaultAlgorithms, isJwsAlgorithm, type JwsAlgorithm } from '../jose/index.ts'

const day = 86_400

export const trustAnchorConfig = z
  .strictObject({
    /** The anchor's identifier and public URL; its path, if any, is the prefix of all routes. */
    entityId: z.string(),
    organization,
    /** Signature algorithms that the ready-made policies let members use. */
    algorithms: z
      .array(z.string().refine(isJwsAlgorithm))
      .min(1)
      .default([...defaultAlgorithms]),
    entityConfigurationLifetimeSeconds: z.int().min(60).max(day).default(day),
    /** How long a removed member may go on being trusted at most (FED-38). */
    subordinateStatementLifetimeSeconds: z.int().min(60).max(day).default(day),
    /** Plain http identifiers on loopback hosts: the sandbox. */
    loopbackHttp: z.boolean().default(false),
  })
  .refine(({ entityId, loopbackHttp }) => !failed(parseEntityId(entityId, { loopbackHttp })), { path: ['entityId'] })
  .transform((config) => ({ ...config, algorithms: config.algorithms as readonly JwsAlgorithm[] }))

export type TrustAnchorConfig = Readonly<z.output<typeof trustAnchorConfig>>
