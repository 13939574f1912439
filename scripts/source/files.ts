import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Files below a folder of the repository that end in `suffix`: absolute paths, sorted. None when it does not exist. */
export const filesUnder = (folder: string, suffix: string): string[] => filesBelow(join(root, folder), suffix)

/** The same of any folder. */
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

/** A path as people and rules write it: from the top, with forward slashes. */
export const shortPath = (file: string): string => relative(root, file).split(sep).join('/')

export const isTestFile = (file: string): boolean => /\.(?:test|long)\.ts$/.test(file)

/** The sources that ship: `src` without its tests. */
export const sourceFiles = (): string[] => filesUnder('src', '.ts').filter((file) => !isTestFile(file))
