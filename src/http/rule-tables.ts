/** The rule tables of the skeleton, for `npm run requirements`. */
import { envelopeAnswers, envelopeRules } from './envelope.ts'

export const ruleTables = { envelope: envelopeRules(envelopeAnswers.malformed) } as const
