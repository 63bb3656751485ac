/**
 * Version of the reader, apart from its phrases, which a start of the service does not load. Part
 * of the key under which readings are stored: after a change every text is read again.
 */
export const READER_VERSION = 'rules-2.6.0'
