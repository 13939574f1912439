/**
 * A hostile wallet that presents mdocs: one departure of each kind. All are in `relying-party-hostile-mdoc.long.ts`; each
 * refusal names its rule, spends nothing and says nothing of a person.
 */
import { presentHostileMdocs } from '../../support/hostile-mdoc-bench.ts'
import { oddMdocs, tellingMdocs } from '../../support/hostile-mdocs.ts'

await presentHostileMdocs([tellingMdocs], oddMdocs)
