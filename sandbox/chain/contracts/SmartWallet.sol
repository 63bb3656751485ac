// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/**
 * A wallet that is a contract: the token asks it whether a signature is its own (EIP-1271). Like many of its kind it signs over a salt,
 * so that two signatures over one message differ.
 */
contract SmartWallet is IERC1271 {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (bytes32 salt, bytes memory inner) = abi.decode(signature, (bytes32, bytes));
        (address signer,,) = ECDSA.tryRecover(keccak256(abi.encode(hash, salt)), inner);
        return signer == _owner ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
