// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/**
 * A USDC for a local chain: six decimals, EIP-3009 with random nonces, the EIP-712 domain of Base Sepolia's USDC, and money for
 * whoever asks. Its code is placed at the canonical address, so name and symbol are functions, not storage of the constructor.
 * Refusals carry texts as USDC's do, because facilitators read them.
 */
contract SandboxUsdc is ERC3009 {
    constructor() ERC20("", "") EIP712("USDC", "2") {}

    function name() public pure override returns (string memory) {
        return "USDC";
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function version() public pure returns (string memory) {
        return "2";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    /// The form for signatures that are not plain ECDSA: smart wallets answer for themselves (EIP-1271).
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) external {
        bytes32 structHash = keccak256(
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        _requireSigned(from, structHash, signature);
        _transferWithAuthorization(from, to, value, validAfter, validBefore, nonce);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _cancelAuthorization(authorizer, nonce);
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature) private view {
        bool valid = SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(structHash), signature);
        require(valid, "SandboxUsdc: invalid signature");
    }

    function _consumeNonce(address authorizer, bytes32 nonce) internal override {
        require(!authorizationState(authorizer, nonce), "SandboxUsdc: authorization is used or canceled");
        super._consumeNonce(authorizer, nonce);
    }

    function _checkValidity(uint256 validAfter, uint256 validBefore) internal view override {
        require(block.timestamp > validAfter, "SandboxUsdc: authorization is not yet valid");
        require(block.timestamp < validBefore, "SandboxUsdc: authorization is expired");
    }
}
