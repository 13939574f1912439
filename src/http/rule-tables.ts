/** Rule tables of the envelope, for `npm run requirements`. */
import { envelopeAnswers, envelopeRules } from './envelope.ts'

export const ruleTables = { envelope: envelopeRules(envelopeAnswers.malformed) } as const
