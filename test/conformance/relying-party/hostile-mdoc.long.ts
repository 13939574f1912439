/** All faults of a hostile wallet that presents mdocs; the short twin has one of each kind. */

import { presentHostileMdocs } from '../../support/hostile-mdoc-bench.ts'
import { furtherMdocs, tellingMdocs } from '../../support/hostile-mdocs.ts'

await presentHostileMdocs([tellingMdocs, furtherMdocs], [])
