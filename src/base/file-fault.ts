/** Describes errors of the file system for operators: the code of the error, and what to change. */

/** Remedies that reading and writing share, by error code. */
const sharedRemedies: Readonly<Record<string, string>> = {
  EISDIR: 'it is a directory: name a file. A mount creates such a directory if the file is missing',
  ENOTDIR: 'a part of its path is a file: correct the path',
  ELOOP: 'its path has a loop of symbolic links: correct the path',
  EMFILE: 'this process has too many open files: raise the limit of the system (ulimit -n)',
}

/** Remedy for a file that a user named and that does not exist. */
export const missingFileRemedy = 'correct the path, or put the file there'

const readRemedies: Readonly<Record<string, string>> = {
  ...sharedRemedies,
  EACCES: 'give the user of this process the right to read it',
  EPERM: 'give the user of this process the right to read it',
  ENOENT: `there is no such file: ${missingFileRemedy}`,
}

const writeRemedies: Readonly<Record<string, string>> = {
  ...sharedRemedies,
  EISDIR: 'it is a directory: name a file',
  EEXIST: 'a file or directory with that name is in the way: remove it, or correct the path',
  EACCES: 'give the user of this process the right to write it and its directory',
  EPERM: 'give the user of this process the right to write it and its directory',
  ENOENT: 'its directory does not exist: create it, or correct the path',
  EROFS: 'its file system is read-only: mount it writable, or name another place',
  ENOSPC: 'the disk is full: free space on it',
  EFBIG: 'the file is longer than a limit of this process or file system: raise the limit (ulimit -f)',
  EDQUOT: 'the quota of the user of this process is used up: free space, or raise the quota',
}

const otherRemedy = 'check whether the disk is available and intact'

/**
 * Returns why a file cannot be read, and what to change, without a full stop: `(EACCES): give the user of …`. `thrown`
 * is the error of the system.
 */
export const describeReadFault = (thrown: unknown): string => describe(thrown, readRemedies)

/** Returns why a file or its directory cannot be written, and what to change, in the form of `describeReadFault`. */
export const describeWriteFault = (thrown: unknown): string => describe(thrown, writeRemedies)

function describe(thrown: unknown, remedies: Readonly<Record<string, string>>): string {
  const { code = 'unknown' } = thrown as NodeJS.ErrnoException
  return `(${code}): ${(Object.hasOwn(remedies, code) && remedies[code]) || otherRemedy}`
}
