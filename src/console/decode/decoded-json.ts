/** Formats the result of the decoder as JSON. */
import type { JsonObject } from '../../base/index.ts'
import type { Decoded, Member, Verdict } from './decoded.ts'
import { formatMemberTime } from './format-decoded.ts'
import { kindTitles } from './kinds.ts'
import { sectionTitles } from './words.ts'

/**
 * Returns the result as JSON, with titles and descriptions in English. `time.at` of a member is in ISO 8601, and
 * `decoded_at` in seconds since 1970.
 */
export const decodedJson = (decoded: Decoded): JsonObject => ({
  kind: decoded.kind,
  title: kindTitles[decoded.kind].en,
  decoded_at: decoded.now,
  verdicts: decoded.verdicts.map(verdictJson),
  sections: decoded.sections.map(({ name, members }) => ({
    name,
    title: sectionTitles[name].en,
    members: members.map((member) => memberJson(member, decoded)),
  })),
})

const verdictJson = ({ words, ...verdict }: Verdict): JsonObject => ({ ...verdict, ...(words && { words: words.en }) })

function memberJson({ name, value, explanation, time, words, members, nested }: Member, decoded: Decoded): JsonObject {
  return {
    name,
    ...(value !== undefined && { value }),
    ...(words && { words: words.en }),
    ...(time && { time: timeJson(time, decoded) }),
    ...(explanation && { explanation: explanation.text, source: explanation.source }),
    ...(members && { members: members.map((member) => memberJson(member, decoded)) }),
    ...(nested && { decoded: decodedJson(nested) }),
  }
}

const timeJson = (time: NonNullable<Member['time']>, { now }: Decoded): JsonObject => ({
  at: new Date(time.at * 1000).toISOString(),
  words: formatMemberTime('en', time, now),
})
