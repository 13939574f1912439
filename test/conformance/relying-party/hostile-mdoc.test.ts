/**
 * A hostile wallet that presents mdocs: one fault of each kind. All of them are in `hostile-mdoc.long.ts`. Each refusal
 * names its rule, uses up nothing and contains no personal value.
 */
import { presentHostileMdocs } from '../../support/hostile-mdoc-bench.ts'
import { faultyMdocs, unusualMdocs } from '../../support/hostile-mdocs.ts'

await presentHostileMdocs([faultyMdocs], unusualMdocs)
