/**
 * The GEN rows of the catalogue, run against one surface at a time: a conformance test makes a driver for each thing
 * that an endpoint takes, and each fault of its kind is sent there. The surface stands in `surfaces.ts`.
 */
export { genFormRows, genJsonRows } from './gen-rows/body-rows.ts'
export { genJwsRows } from './gen-rows/jws-rows.ts'
