/**
 * Returns an object with the members of a port, for a wrapper that replaces some of them. Includes members that the
 * class of the port defines, with methods bound to the port. Copies the object's own members without binding them.
 * Copies the current values of getters.
 */
export function copyPort<P extends object>(port: P): P {
  const inherited: Record<string, unknown> = {}
  for (let proto = Object.getPrototypeOf(port); hasMembers(proto); proto = Object.getPrototypeOf(proto))
    for (const name of Object.getOwnPropertyNames(proto)) {
      if (name === 'constructor' || Object.hasOwn(inherited, name)) continue
      const member: unknown = Reflect.get(port, name)
      inherited[name] = typeof member === 'function' ? member.bind(port) : member
    }
  return { ...inherited, ...port } as P
}

/** Returns true for a prototype that a class defines. */
const hasMembers = (proto: object | null): boolean => proto !== null && proto !== Object.prototype
