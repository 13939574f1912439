/** All faults of a hostile wallet that presents mdocs; the short twin has one of each kind. */

import { presentHostileMdocs } from '../../support/hostile-mdoc-bench.ts'
import { faultyMdocs, furtherFaultyMdocs } from '../../support/hostile-mdocs.ts'

await presentHostileMdocs([faultyMdocs, furtherFaultyMdocs], [])
