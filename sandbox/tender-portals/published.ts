/** A release as a portal of the sandbox holds it. */
export interface PublishedRelease {
  /** Id of a portal. */
  portal: string
  /** When the portal lists it. */
  publishedMs: number
  ocid: string
  id: string
  /** Text of the release: some of it is not valid JSON. */
  json: string
  /** Type of notice, at portals that list by it. */
  type?: number
}
