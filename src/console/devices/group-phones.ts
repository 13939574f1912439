/** Groups simulated phones for a choice: by platform, then by kind. The screens of devices and of the wallet use it. */
import type { PhoneProfile } from './simulated-phones.ts'

type Grouped = Pick<PhoneProfile, 'platform' | 'kind'>

/** Display names of the platforms, in their order. */
export const platformNames = { android: 'Android', ios: 'iOS' } as const

const kinds = ['genuine', 'odd', 'aged', 'fault'] as const

/** Returns the groups that are not empty. Each label has the platform, and the word for the kind. */
export const groupPhones = <Phone extends Grouped>(
  phones: readonly Phone[],
  kindWords: Readonly<Record<Grouped['kind'], string>>,
): readonly { readonly label: string; readonly members: readonly Phone[] }[] =>
  Object.entries(platformNames)
    .flatMap(([platform, name]) =>
      kinds.map((kind) => ({
        label: `${name}: ${kindWords[kind]}`,
        members: phones.filter((phone) => phone.platform === platform && phone.kind === kind),
      })),
    )
    .filter(({ members }) => members.length > 0)
