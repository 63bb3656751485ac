#!/usr/bin/env bash
# A purchase in three steps, with curl and a wallet.
#
#   UKINTEL_URL=http://127.0.0.1:4021 BUYER_PRIVATE_KEY=0x… examples/curl.sh
set -euo pipefail
here="$(dirname "$0")"
url="${UKINTEL_URL:-http://127.0.0.1:4021}/v1/company/99000001"

# 1. Ask. The answer is 402; the terms are in a header.
terms="$(curl --silent --output /dev/null --dump-header - "$url" | tr -d '\r' | sed -n 's/^payment-required: //Ip')"
echo "terms: $(echo "$terms" | base64 --decode | head -c 120)…"

# 2. Sign. Nothing has been paid yet.
signature="$(echo "$terms" | "${NODE:-node}" "$here/sign.mjs")"

# 3. Repeat the identical request with the signature. The same signature again returns the same answer and is not charged again.
curl --silent --fail --header "PAYMENT-SIGNATURE: $signature" "$url"
echo
