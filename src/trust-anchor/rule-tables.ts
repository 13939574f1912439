/** All rule tables of the Trust Anchor, by endpoint or step, for `npm run requirements`. */

import { EVENTS_RULES } from './events/subordinate-events.ts'
import { KEY_RING_RULES } from './keys/administer-keys.ts'
import { STATUS_REQUEST_RULES, TRUST_MARK_RULES, TRUST_MARK_STATUS_RULES } from './marks/issue-trust-mark.ts'
import { ADMINISTRATION_RULES, ADMINISTRATOR_RULES } from './onboarding/administrator-rules.ts'
import { ANNOUNCEMENT_RULES } from './onboarding/announce-keys.ts'
import { CANDIDATE_CHAIN_RULES, CANDIDATE_METADATA_RULES, CANDIDATE_RULES } from './onboarding/check-candidate.ts'
import {
  RESOLVE_CERTIFICATE_RULES,
  RESOLVE_CHAIN_RULES,
  RESOLVE_RULES,
  RESOLVE_SUBJECT_RULES,
} from './resolve/resolve-entity.ts'
import { FETCH_RULES } from './statements/issue-subordinate-statement.ts'
import { LIST_RULES } from './statements/list-subordinates.ts'

export const ruleTables = {
  'trust-anchor/fetch': FETCH_RULES,
  'trust-anchor/list': LIST_RULES,
  'trust-anchor/subordinate_events': EVENTS_RULES,
  'trust-anchor/resolve': RESOLVE_RULES,
  'trust-anchor/resolve subject': RESOLVE_SUBJECT_RULES,
  'trust-anchor/resolve chain': RESOLVE_CHAIN_RULES,
  'trust-anchor/resolve certificates': RESOLVE_CERTIFICATE_RULES,
  'trust-anchor/trust_mark': TRUST_MARK_RULES,
  'trust-anchor/trust_mark_status': TRUST_MARK_STATUS_RULES,
  'trust-anchor/trust_mark_status request': STATUS_REQUEST_RULES,
  'trust-anchor/key_announcement': ANNOUNCEMENT_RULES,
  'trust-anchor/admin': { ...ADMINISTRATOR_RULES, ...ADMINISTRATION_RULES },
  'trust-anchor/admin/keys': KEY_RING_RULES,
  'trust-anchor/admin candidate': CANDIDATE_RULES,
  'trust-anchor/admin candidate chain': CANDIDATE_CHAIN_RULES,
  'trust-anchor/admin candidate metadata': CANDIDATE_METADATA_RULES,
} as const
