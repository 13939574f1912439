/**
 * Members that the metadata of several entity types share. All schemas here judge *resolved* metadata (FED-20) and let
 * members pass that they do not know (GEN-21).
 */
import { z } from 'zod'

/** An absolute URL without a fragment; whether plain http may be used is judged by those who call it. */
export const endpoint = z.string().refine((value) => URL.canParse(value) && !value.includes('#'))

/** An absolute URL for people, any part of a page. */
export const page = z.string().refine((value) => URL.canParse(value))

export const jwks = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** Bounded, since each bad element is a fault of its own to the schema. */
export const names = z.array(z.string()).max(1000)

/** The three ways to publish protocol keys (OpenID Federation 1.0 §5.2.1). */
export const keyMembers = { jwks: jwks.optional(), jwks_uri: endpoint.optional(), signed_jwks_uri: endpoint.optional() }
