/** Compares an artefact with the members that the specification lists and with our documented additional members. */
import { isJsonObject, type Json, type JsonObject } from '../../../src/base/index.ts'
import type { MemberType, SpecifiedMembers } from '../../e2e/specified-members.ts'
import type { Artefact } from './artefacts.ts'

type Specified = ReadonlyMap<string, MemberType>

/** Returns one line per fault. `additional` are the paths of the rows for this artefact. */
export function judgeMembers(
  { header, payload }: Artefact,
  specified: SpecifiedMembers,
  additional: ReadonlySet<string>,
): readonly string[] {
  const faults: string[] = []
  const judge = (part: JsonObject, members: SpecifiedMembers['payload'], prefix: string): void => {
    const known: Specified = new Map(Object.entries(members))
    walk(part, '', { known, additional, prefix, faults })
    for (const path of known.keys()) {
      const optional = specified.optional?.includes(prefix + path) || /\*|\[\]$/.test(path)
      if (!optional && !present(part, path)) faults.push(`lacks ${prefix}${path}`)
    }
  }
  if (specified.header) judge(header ?? {}, specified.header, 'header.')
  judge(payload, specified.payload, '')
  return faults
}

interface Walk {
  readonly known: Specified
  readonly additional: ReadonlySet<string>
  readonly prefix: string
  readonly faults: string[]
}

function walk(value: Json, path: string, to: Walk): void {
  if (Array.isArray(value)) for (const element of value as readonly Json[]) visit(element, `${path}[]`, to)
  if (isJsonObject(value))
    for (const [name, member] of Object.entries(value))
      visit(member, listedPath(path === '' ? '' : `${path}.`, name, to), to)
}

/** Returns a member's own path, or the wildcard path if only that is listed. */
function listedPath(parent: string, name: string, { known }: Walk): string {
  const any = `${parent}*`
  return !known.has(parent + name) && known.has(any) ? any : parent + name
}

function visit(value: Json, path: string, to: Walk): void {
  const full = to.prefix + path
  if (to.additional.has(full)) return
  const type = to.known.get(path)
  const leads = path.endsWith('[]') || [...to.additional].some((row) => row.startsWith(`${full}.`))
  if (type === undefined && !leads) to.faults.push(`has ${full}, listed nowhere`)
  if (type !== undefined && type !== 'open' && typeOf(value) !== type) to.faults.push(`${full} is no ${type}`)
  if (type !== 'open' && (type !== undefined || leads)) walk(value, path, to)
}

function typeOf(value: Json): MemberType | 'null' {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as MemberType
}

/** Returns true if a path has a value; in a list, each element must have one. */
function present(value: Json | undefined, path: string): boolean {
  if (path === '') return value !== undefined
  const [, name = '', list, rest = ''] = /^((?:(?!\[\]|\.).)+)(\[\])?\.?(.*)$/.exec(path) ?? []
  const member = isJsonObject(value) ? value[name] : undefined
  if (list === undefined) return present(member, rest)
  return Array.isArray(member) && member.every((element: Json) => present(element, rest))
}
