// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// The one function of Multicall3 that facilitators use to tell why a payment would fail.
contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory returnData) = calls[i].target.call(calls[i].callData);
            require(success || !requireSuccess, "Multicall: call failed");
            results[i] = Result(success, returnData);
        }
    }
}
