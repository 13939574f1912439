/** Changes that many cases make to a draft. A member that is undefined is deleted. */
import { changing } from '../../support/cases.ts'
import type { Json } from './jose.ts'

/** Sets claims. */
export const set = (claims: Json) => changing(claims, 'claims')
/** Sets header parameters. */
export const setHeader = (header: Json) => changing(header, 'header')
/** Sets parameters of the form. */
export const inForm = (form: Json) => changing(form, 'form')
/** Sets claims of the DPoP proof. */
export const inDpop = (claims: Json) => changing(claims, 'dpop.claims')
/** Sets header parameters of the DPoP proof. */
export const inDpopHeader = (header: Json) => changing(header, 'dpop.header')
/** Sets members of the body. */
export const inBody = (members: Json) => changing(members, 'body')
/** Sets header fields of the request. */
export const inHeaders = (fields: Json) => changing(fields, 'headers')
/** Sets claims of the key proof. */
export const inProof = (claims: Json) => changing(claims, 'proof.claims')
/** Sets header parameters of the key proof. */
export const inProofHeader = (header: Json) => changing(header, 'proof.header')
