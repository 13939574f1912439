/** Changes that many cases make to a draft. */
import type { Json } from './jose.ts'

/** Sets claims. */
export const set =
  (claims: Json) =>
  (draft: { claims: Json }): void =>
    void Object.assign(draft.claims, claims)
/** Sets header parameters. */
export const setHeader =
  (header: Json) =>
  (draft: { header: Json }): void =>
    void Object.assign(draft.header, header)
/** Sets parameters of the form. */
export const inForm =
  (form: Record<string, string>) =>
  (draft: { form: Record<string, string> }): void =>
    void Object.assign(draft.form, form)
/** Sets claims of the DPoP proof. */
export const inDpop =
  (claims: Json) =>
  ({ dpop }: { dpop: { claims: Json } }): void =>
    void Object.assign(dpop.claims, claims)
/** Sets header parameters of the DPoP proof. */
export const inDpopHeader =
  (header: Json) =>
  ({ dpop }: { dpop: { header: Json } }): void =>
    void Object.assign(dpop.header, header)
