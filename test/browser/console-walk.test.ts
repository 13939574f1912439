/** A person at the console in a real browser: the first flow, or every flow when it writes the pictures. */
import { testConsoleWalk } from './console-walk.ts'

testConsoleWalk({ whole: process.env.TEST_GOLDEN === 'update' })
