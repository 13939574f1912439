/**
 * The GEN rows of the catalogue, run against one surface at a time: a conformance test creates a driver for each kind
 * of input that an endpoint accepts, and sends it each fault of this kind. `surfaces.ts` lists the surfaces.
 */
export { genFormRows, genJsonRows } from './gen-rows/body-rows.ts'
export { genJwsRows } from './gen-rows/jws-rows.ts'
