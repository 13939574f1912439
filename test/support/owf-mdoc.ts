/**
 * The mdoc library `@owf/mdoc`. It sets an error map for all schemas of the process, which would change the messages of
 * our own schemas in later tests. Here the map is removed.
 */
import { z } from 'zod'

export * from '@owf/mdoc'

z.config({ customError: undefined })
