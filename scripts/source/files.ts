import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Top directory of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Returns the files below a folder of the repository that end in `suffix`: absolute paths, sorted. Empty if the folder
 * does not exist.
 */
export const filesUnder = (folder: string, suffix: string): string[] => filesBelow(join(root, folder), suffix)

/**
 * Returns the files below any folder that end in `suffix`: absolute paths, sorted. Empty if the folder does not exist.
 */
export function filesBelow(top: string, suffix: string): string[] {
  if (!existsSync(top)) return []
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && entry.name.endsWith(suffix) && !relative(top, entry.parentPath).includes('node_modules'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Returns a path relative to the top of the repository, with forward slashes. */
export const shortPath = (file: string): string => relative(root, file).split(sep).join('/')

export const isTestFile = (file: string): boolean => /\.(?:test|long)\.ts$/.test(file)

/** Returns the sources of the package: `src` without its tests. */
export const sourceFiles = (): string[] => filesUnder('src', '.ts').filter((file) => !isTestFile(file))
