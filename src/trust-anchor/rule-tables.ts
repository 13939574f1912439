/**
 * All rule tables of the role, by the surface that decides under them: what `npm run requirements` reads.
 */
import { FETCH_RULES } from './issue-subordinate-statement.ts'
import { LIST_RULES } from './list-subordinates.ts'

export const ruleTables = { 'trust-anchor/fetch': FETCH_RULES, 'trust-anchor/list': LIST_RULES } as const
