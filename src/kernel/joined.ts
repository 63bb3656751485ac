/** Strings one behind the other: a list would be written, handed over and read one by one. */
export interface Joined {
  all: string
  /** Where each ends; the one before ends where it begins. */
  ends: Uint32Array
}

export function join(strings: readonly string[]): Joined {
  const ends = new Uint32Array(strings.length)
  let end = 0
  for (let number = 0; number < strings.length; number += 1) {
    end += strings[number]!.length
    ends[number] = end
  }
  return { all: strings.join(''), ends }
}

export function partAt({ all, ends }: Joined, number: number): string {
  return all.slice(number === 0 ? 0 : ends[number - 1]!, ends[number]!)
}
