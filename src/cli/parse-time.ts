import type { NumericDate } from '../base/index.ts'
import { UserError } from './user-error.ts'

const timeForm = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/

/**
 * Parses the value of an option for a time. A date alone, such as `2026-01-31`, means 00:00 UTC. A time of day may
 * follow, as in `2026-01-31T10:00Z`. A time of day without a zone is local. Throws a UserError for any other text, a
 * day that the calendar does not have, and a time before 1970.
 */
export function parseTime(text: string): NumericDate {
  const [, day = ''] = timeForm.exec(text) ?? []
  const time = Date.parse(text)
  if (!isInCalendar(day) || Number.isNaN(time) || time < 0)
    throw new UserError(`${text} is not a time: write it like 2026-01-31.`)
  return Math.floor(time / 1000)
}

/** Returns false for 31 February, which `Date.parse` reads as a day in March. */
const isInCalendar = (day: string): boolean => {
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
