/**
 * `fiducia federation announcements` and `withdraw-key`: approves or refuses announced keys of members, and withdraws
 * compromised keys.
 */
import { Option } from 'commander'
import type { JsonObject } from '../base/index.ts'
import { certificatePaths } from '../trust-anchor/paths.ts'
import { requestAdministration } from './administration-client.ts'
import { inWords } from './date-of.ts'
import { documentAnswer, ofEntity } from './federation-answers.ts'
import type { FederationVerbFlags, FederationVerbs } from './federation-verbs.ts'
import type { Answer } from './print-answer.ts'
import { renderTable } from './table.ts'
import { requireCompanionOption, UserError } from './user-error.ts'

const announcementsAnswer = (pending: readonly JsonObject[], now: number): Answer => ({
  data: pending,
  text: renderTable(pending, [
    ['entity', ({ entity_id }) => entity_id],
    ['received', ({ received_at }) => inWords(Number(received_at), now)],
    ['federation keys', ({ kids }) => (kids as readonly string[]).join(',')],
  ]),
})

/** Adds the subcommands. */
export function addMemberKeys({ change }: FederationVerbs): void {
  change<FederationVerbFlags & { approve?: true; refuse?: true }>(
    'announcements [entity]',
    'show the keys that members have announced; approve or refuse those of one member',
    ['announcements', 'announcements https://rp.example/1.4 --approve --reason "ticket 7"'],
    async (here, [entity_id], { approve, refuse, ...flags }) => {
      requireCompanionOption({ approve, refuse, ...flags }, 'reason', ['approve', 'refuse'])
      if (!approve && !refuse) {
        const all = await requestAdministration(here, 'GET', certificatePaths.keyAnnouncements)
        return announcementsAnswer(ofEntity(all as readonly JsonObject[], 'entity_id', entity_id), here.now)
      }
      if (entity_id === undefined) throw new UserError('Name the entity.')
      const decision = approve ? 'approve' : 'refuse'
      const reason = flags.reason === undefined ? {} : { reason: flags.reason }
      return documentAnswer(
        await requestAdministration(here, 'POST', certificatePaths.keyAnnouncements, {
          entity_id,
          decision,
          ...reason,
        }),
      )
    },
  )
    .option('--approve', 'put the announced keys into the statement about the member from now on')
    .addOption(new Option('--refuse', 'keep the current keys').conflicts('approve'))
  change(
    'withdraw-key <entity> <kid>',
    'withdraw a compromised key of a member at once, with its certificates, its statement and its pin',
    ['withdraw-key https://rp.example/1.4 KID --reason "laptop lost"'],
    async (here, [entity_id = '', kid = ''], { reason }) =>
      documentAnswer(
        await requestAdministration(here, 'POST', certificatePaths.withdrawKey, {
          ...{ entity_id, kid },
          ...(reason !== undefined && { reason }),
        }),
      ),
  )
}
